// RUN: ncnnc-opt %s -p move-quantize-up,dce | filecheck %s

// Over layers that move elements, and over those that compare them.
func.func @chain(%x: tensor<4x8x8xf32>) -> (tensor<64xi8>, tensor<64xi8>) {
  %s = ncnn.weight <"s"> dense<[2.0]> : tensor<1xf32>
  %t = ncnn.weight <"t"> dense<[2.0]> : tensor<1xf32>
  %e = ncnn.eltwise sum %x, %x : (tensor<4x8x8xf32>, tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %p = ncnn.pooling max %e kernel [2, 2] stride [2, 2] : tensor<4x8x8xf32> -> tensor<4x4x4xf32>
  %r = ncnn.relu %p : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  %v = ncnn.reshape %r shape [64] : (tensor<4x4x4xf32>) -> tensor<64xf32>
  %q = ncnn.quantize %v, %s : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xi8>
  %u = ncnn.quantize %v, %t : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xi8>
  func.return %q, %u : tensor<64xi8>, tensor<64xi8>
}
// CHECK-LABEL: @chain
// CHECK:         %e = ncnn.eltwise sum
// CHECK:         %[[Q:.*]] = ncnn.quantize %e, %{{.*}} -> tensor<4x8x8xi8>
// CHECK-NEXT:    %p = ncnn.pooling max %[[Q]] kernel [2, 2] stride [2, 2] : tensor<4x8x8xi8> -> tensor<4x4x4xi8>
// CHECK-NEXT:    %r = ncnn.relu %p : (tensor<4x4x4xi8>) -> tensor<4x4x4xi8>
// CHECK-NEXT:    %v = ncnn.reshape %r shape [64] : (tensor<4x4x4xi8>) -> tensor<64xi8>
// CHECK-NEXT:    func.return %v, %v

// Else the input of a maximum is only quantized by the same scale, as in an Inception module.
func.func @maximum_beside(%x: tensor<4x8x8xf32>) -> (tensor<4x8x8xi8>, tensor<4x8x8xi8>) {
  %s = ncnn.weight <"s"> dense<[2.0]> : tensor<1xf32>
  %e = ncnn.concat %x : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %q = ncnn.quantize %e, %s : (tensor<4x8x8xf32>, tensor<1xf32>) -> tensor<4x8x8xi8>
  %p = ncnn.pooling max %e kernel [3, 3] pad [1, 1, 1, 1] : tensor<4x8x8xf32> -> tensor<4x8x8xf32>
  %u = ncnn.quantize %p, %s : (tensor<4x8x8xf32>, tensor<1xf32>) -> tensor<4x8x8xi8>
  func.return %q, %u : tensor<4x8x8xi8>, tensor<4x8x8xi8>
}
// CHECK-LABEL: @maximum_beside
// CHECK:         %[[Q:.*]] = ncnn.quantize %x
// CHECK-NEXT:    %e = ncnn.concat %[[Q]] : (tensor<4x8x8xi8>) -> tensor<4x8x8xi8>
// CHECK-NEXT:    %p = ncnn.pooling max %e {{.*}} : tensor<4x8x8xi8> -> tensor<4x8x8xi8>
// CHECK-NEXT:    func.return %e, %p

// By another scale: the maximum of float32 is quantized.
func.func @maximum_beside_other_scale(%x: tensor<4x8x8xf32>) -> (tensor<4x8x8xi8>, tensor<4x8x8xi8>) {
  %s = ncnn.weight <"s"> dense<[2.0]> : tensor<1xf32>
  %t = ncnn.weight <"t"> dense<[3.0]> : tensor<1xf32>
  %e = ncnn.eltwise sum %x, %x : (tensor<4x8x8xf32>, tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %q = ncnn.quantize %e, %s : (tensor<4x8x8xf32>, tensor<1xf32>) -> tensor<4x8x8xi8>
  %p = ncnn.pooling max %e kernel [3, 3] pad [1, 1, 1, 1] : tensor<4x8x8xf32> -> tensor<4x8x8xf32>
  %u = ncnn.quantize %p, %t : (tensor<4x8x8xf32>, tensor<1xf32>) -> tensor<4x8x8xi8>
  func.return %q, %u : tensor<4x8x8xi8>, tensor<4x8x8xi8>
}
// CHECK-LABEL: @maximum_beside_other_scale
// CHECK:         %p = ncnn.pooling max %e {{.*}} -> tensor<4x8x8xf32>
// CHECK-NEXT:    ncnn.quantize %p, %t

// All parts of a concatenation, and what pads it as an integer.
func.func @concat(%x: tensor<4x3x3xf32>, %y: tensor<2x3x3xf32>) -> tensor<6x5x5xi8> {
  %s = ncnn.weight <"s"> dense<[2.0]> : tensor<1xf32>
  %c = ncnn.concat %x, %y : (tensor<4x3x3xf32>, tensor<2x3x3xf32>) -> tensor<6x3x3xf32>
  %p = ncnn.padding constant %c before [0, 1, 1] after [0, 1, 1] value -1.25 : tensor<6x3x3xf32> -> tensor<6x5x5xf32>
  %q = ncnn.quantize %p, %s : (tensor<6x5x5xf32>, tensor<1xf32>) -> tensor<6x5x5xi8>
  func.return %q : tensor<6x5x5xi8>
}
// CHECK-LABEL: @concat
// CHECK-DAG:     %[[X:.*]] = ncnn.quantize %x
// CHECK-DAG:     %[[Y:.*]] = ncnn.quantize %y
// CHECK:         %c = ncnn.concat %[[X]], %[[Y]] : (tensor<4x3x3xi8>, tensor<2x3x3xi8>) -> tensor<6x3x3xi8>
// CHECK-NEXT:    ncnn.padding constant %c {{.*}} value -3.000000e+00 : tensor<6x3x3xi8> -> tensor<6x5x5xi8>

// What makes whole numbers that are read as int8 makes int8.
func.func @already(%x: tensor<4x3x3xf32>) -> tensor<36xi8> {
  %s = ncnn.weight <"s"> dense<[2.0]> : tensor<1xf32>
  %one = ncnn.weight <"one"> dense<[1.0]> : tensor<1xf32>
  %a = ncnn.quantize %x, %s : (tensor<4x3x3xf32>, tensor<1xf32>) -> tensor<4x3x3xf32>
  %f = ncnn.flatten %a : tensor<4x3x3xf32> -> tensor<36xf32>
  %q = ncnn.quantize %f, %one : (tensor<36xf32>, tensor<1xf32>) -> tensor<36xi8>
  func.return %q : tensor<36xi8>
}
// CHECK-LABEL: @already
// CHECK-NEXT:    %s = ncnn.weight
// CHECK-NEXT:    %[[Q:.*]] = ncnn.quantize %x, %s : (tensor<4x3x3xf32>, tensor<1xf32>) -> tensor<4x3x3xi8>
// CHECK-NEXT:    %f = ncnn.flatten %[[Q]] : tensor<4x3x3xi8> -> tensor<36xi8>
// CHECK-NEXT:    func.return %f

// Left alone: two scales, a reader of float32, means, a slope, an input that has other readers, a
// scale that is not positive, scales by channel, and layers that do arithmetic.
func.func @others(%x: tensor<4x4x4xf32>, %n: tensor<4xf32>) -> (tensor<4x4x4xf32>, tensor<64xf32>, tensor<64xi8>, tensor<64xi8>, tensor<64xi8>, tensor<4x3x3xi8>, tensor<4x3x3xi8>, tensor<4x3x3xi8>, tensor<64xi8>, tensor<4x4x4xi8>, tensor<4x4x4xi8>) {
  %s = ncnn.weight <"s"> dense<[2.0]> : tensor<1xf32>
  %t = ncnn.weight <"t"> dense<[3.0]> : tensor<1xf32>
  %m = ncnn.weight <"m"> dense<[-2.0]> : tensor<1xf32>
  %a = ncnn.flatten %x : tensor<4x4x4xf32> -> tensor<64xf32>
  %0 = ncnn.quantize %a, %s : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xi8>
  %1 = ncnn.quantize %a, %t : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xi8>
  %b = ncnn.flatten %x : tensor<4x4x4xf32> -> tensor<64xf32>
  %2 = ncnn.quantize %b, %s : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xi8>
  %e = ncnn.unaryop exp %x : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  %c = ncnn.pooling avg %e kernel [2, 2] : tensor<4x4x4xf32> -> tensor<4x3x3xf32>
  %3 = ncnn.quantize %c, %s : (tensor<4x3x3xf32>, tensor<1xf32>) -> tensor<4x3x3xi8>
  %d = ncnn.pooling max %x kernel [2, 2] : tensor<4x4x4xf32> -> tensor<4x3x3xf32>
  %r = ncnn.relu %d slope 0.5 : (tensor<4x3x3xf32>) -> tensor<4x3x3xf32>
  %4 = ncnn.quantize %r, %s : (tensor<4x3x3xf32>, tensor<1xf32>) -> tensor<4x3x3xi8>
  %f = ncnn.pooling max %x kernel [2, 2] : tensor<4x4x4xf32> -> tensor<4x3x3xf32>
  %5 = ncnn.quantize %f, %s : (tensor<4x3x3xf32>, tensor<1xf32>) -> tensor<4x3x3xi8>
  %g = ncnn.flatten %x : tensor<4x4x4xf32> -> tensor<64xf32>
  %6 = ncnn.quantize %g, %m : (tensor<64xf32>, tensor<1xf32>) -> tensor<64xi8>
  %h = ncnn.concat %x : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  %7 = ncnn.quantize %h, %n : (tensor<4x4x4xf32>, tensor<4xf32>) -> tensor<4x4x4xi8>
  %8 = ncnn.quantize %e, %s : (tensor<4x4x4xf32>, tensor<1xf32>) -> tensor<4x4x4xi8>
  func.return %e, %b, %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<4x4x4xf32>, tensor<64xf32>, tensor<64xi8>, tensor<64xi8>, tensor<64xi8>, tensor<4x3x3xi8>, tensor<4x3x3xi8>, tensor<4x3x3xi8>, tensor<64xi8>, tensor<4x4x4xi8>, tensor<4x4x4xi8>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.quantize %a
// CHECK:         ncnn.quantize %a
// CHECK:         ncnn.quantize %b
// CHECK:         ncnn.quantize %c
// CHECK:         ncnn.quantize %r
// CHECK:         ncnn.quantize %f
// CHECK:         ncnn.quantize %g
// CHECK:         ncnn.quantize %h
// CHECK:         ncnn.quantize %e

// Over pixels that are copied, not over those that are weighted.
func.func @resize(%x: tensor<4x3x3xf32>) -> (tensor<4x6x6xi8>, tensor<4x6x6xi8>) {
  %s = ncnn.weight <"s"> dense<[2.0]> : tensor<1xf32>
  %n = ncnn.interp nearest %x scale [2.0, 2.0] : (tensor<4x3x3xf32>) -> tensor<4x6x6xf32>
  %b = ncnn.interp bilinear %x scale [2.0, 2.0] : (tensor<4x3x3xf32>) -> tensor<4x6x6xf32>
  %q = ncnn.quantize %n, %s : (tensor<4x6x6xf32>, tensor<1xf32>) -> tensor<4x6x6xi8>
  %u = ncnn.quantize %b, %s : (tensor<4x6x6xf32>, tensor<1xf32>) -> tensor<4x6x6xi8>
  func.return %q, %u : tensor<4x6x6xi8>, tensor<4x6x6xi8>
}
// CHECK-LABEL: @resize
// CHECK:         ncnn.interp nearest %{{.*}} : (tensor<4x3x3xi8>) -> tensor<4x6x6xi8>
// CHECK:         ncnn.interp bilinear %x {{.*}} : (tensor<4x3x3xf32>) -> tensor<4x6x6xf32>
