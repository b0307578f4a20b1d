// RUN: ncnnc-opt %s -p 'move-quantize-up,convert-int8-inputs{inputs="data","more"},dce' --split-input-file --verify-diagnostics | filecheck %s

// What quantizes an input is gone, also over what moves its elements; an input of another name stays.
func.func @readers(%x: tensor<4x8x8xf32> {ncnn.name = "data"}, %y: tensor<4x8x8xf32> {ncnn.name = "other"}) -> (tensor<4x8x8xi8>, tensor<256xi8>, tensor<4x8x8xi8>) {
  %s = ncnn.weight <"s"> dense<[2.5]> : tensor<1xf32>
  %t = ncnn.weight <"t"> dense<[2.5]> : tensor<1xf32>
  %q = ncnn.quantize %x, %s : (tensor<4x8x8xf32>, tensor<1xf32>) -> tensor<4x8x8xi8>
  %v = ncnn.reshape %x shape [256] : (tensor<4x8x8xf32>) -> tensor<256xf32>
  %u = ncnn.quantize %v, %t : (tensor<256xf32>, tensor<1xf32>) -> tensor<256xi8>
  %r = ncnn.quantize %y, %s : (tensor<4x8x8xf32>, tensor<1xf32>) -> tensor<4x8x8xi8>
  func.return %q, %u, %r : tensor<4x8x8xi8>, tensor<256xi8>, tensor<4x8x8xi8>
}
// CHECK-LABEL: @readers
// CHECK-SAME:  (%x: tensor<4x8x8xi8> {ncnn.name = "data", ncnn.scale = 2.5{{.*}} : f32}, %y: tensor<4x8x8xf32> {ncnn.name = "other"})
// CHECK:         %v = ncnn.reshape %x shape [256] : (tensor<4x8x8xi8>) -> tensor<256xi8>
// CHECK:         %r = ncnn.quantize %y
// CHECK-NEXT:    func.return %x, %v, %r

// -----

// CHECK: input 'data' cannot be int8, not being quantized by one scale for Pooling, an output
func.func @others(%x: tensor<4x8x8xf32> {ncnn.name = "data"}) -> (tensor<4x8x8xi8>, tensor<4x4x4xf32>, tensor<4x8x8xf32>) {
  %s = ncnn.weight <"s"> dense<[2.5]> : tensor<1xf32>
  %q = ncnn.quantize %x, %s : (tensor<4x8x8xf32>, tensor<1xf32>) -> tensor<4x8x8xi8>
  %p = ncnn.pooling max %x kernel [2, 2] stride [2, 2] : tensor<4x8x8xf32> -> tensor<4x4x4xf32>
  func.return %q, %p, %x : tensor<4x8x8xi8>, tensor<4x4x4xf32>, tensor<4x8x8xf32>
}

// -----

// CHECK: input 'data' cannot be int8, being quantized for Quantize by 2.5, Quantize by 3
func.func @scales(%x: tensor<4x8x8xf32> {ncnn.name = "data"}) -> (tensor<4x8x8xi8>, tensor<4x8x8xi8>) {
  %s = ncnn.weight <"s"> dense<[2.5]> : tensor<1xf32>
  %t = ncnn.weight <"t"> dense<[3.0]> : tensor<1xf32>
  %q = ncnn.quantize %x, %s : (tensor<4x8x8xf32>, tensor<1xf32>) -> tensor<4x8x8xi8>
  %u = ncnn.quantize %x, %t : (tensor<4x8x8xf32>, tensor<1xf32>) -> tensor<4x8x8xi8>
  func.return %q, %u : tensor<4x8x8xi8>, tensor<4x8x8xi8>
}

// -----

// A scale for each channel is none for all.
// CHECK: input 'more' cannot be int8, not being quantized by one scale for Quantize
func.func @channels(%x: tensor<2x8x8xf32> {ncnn.name = "more"}) -> tensor<2x8x8xi8> {
  %s = ncnn.weight <"s"> dense<[2.5, 3.0]> : tensor<2xf32>
  %q = ncnn.quantize %x, %s : (tensor<2x8x8xf32>, tensor<2xf32>) -> tensor<2x8x8xi8>
  func.return %q : tensor<2x8x8xi8>
}

// -----

// CHECK: input 'data' cannot be int8: no layer reads it
func.func @unread(%x: tensor<4xf32> {ncnn.name = "data"}, %y: tensor<4xf32>) -> tensor<4xf32> {
  func.return %y : tensor<4xf32>
}

// -----

// CHECK: input 'data' cannot be int8: it is i32
func.func @integers(%x: tensor<4xi32> {ncnn.name = "data"}) -> tensor<4xf32> {
  %f = ncnn.convert_integers %x : tensor<4xi32> -> tensor<4xf32>
  func.return %f : tensor<4xf32>
}
