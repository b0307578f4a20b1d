// RUN: ncnnc-opt %s -p fuse-requantize | filecheck %s

func.func @between_layers(%a: tensor<4x3x3xi32>, %f: tensor<4xf32>, %b: tensor<4xf32>, %s: tensor<1xf32>) -> tensor<4x3x3xi8> {
  %y = ncnn.dequantize %a, %f bias %b activation relu : (tensor<4x3x3xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x3x3xf32>
  %q = ncnn.quantize %y, %s : (tensor<4x3x3xf32>, tensor<1xf32>) -> tensor<4x3x3xi8>
  func.return %q : tensor<4x3x3xi8>
}
// CHECK-LABEL: @between_layers
// CHECK-NEXT:    %q = ncnn.requantize %a, %f, %s bias %b activation relu : (tensor<4x3x3xi32>, tensor<4xf32>, tensor<1xf32>, tensor<4xf32>) -> tensor<4x3x3xi8>
// CHECK-NEXT:    func.return %q

// Scales of rows stay along the axis that they lie along.
func.func @rows(%a: tensor<5x4xi32>, %f: tensor<4xf32>, %s: tensor<1xf32>) -> tensor<5x4xi8> {
  %y = ncnn.dequantize %a, %f axis 1 : (tensor<5x4xi32>, tensor<4xf32>) -> tensor<5x4xf32>
  %q = ncnn.quantize %y, %s : (tensor<5x4xf32>, tensor<1xf32>) -> tensor<5x4xi8>
  func.return %q : tensor<5x4xi8>
}
// CHECK-LABEL: @rows
// CHECK-NEXT:    ncnn.requantize %a, %f, %s axis 1 :

// Left alone: a dequantize that something else reads, scales along other axes, float32 results.
func.func @others(%a: tensor<4x4xi32>, %f: tensor<4xf32>, %s: tensor<1xf32>) -> (tensor<4x4xf32>, tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xf32>) {
  %y = ncnn.dequantize %a, %f : (tensor<4x4xi32>, tensor<4xf32>) -> tensor<4x4xf32>
  %q = ncnn.quantize %y, %s : (tensor<4x4xf32>, tensor<1xf32>) -> tensor<4x4xi8>
  %z = ncnn.dequantize %a, %f axis 1 : (tensor<4x4xi32>, tensor<4xf32>) -> tensor<4x4xf32>
  %r = ncnn.quantize %z, %f : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xi8>
  %v = ncnn.dequantize %a, %f : (tensor<4x4xi32>, tensor<4xf32>) -> tensor<4x4xf32>
  %w = ncnn.quantize %v, %s : (tensor<4x4xf32>, tensor<1xf32>) -> tensor<4x4xf32>
  func.return %y, %q, %r, %w : tensor<4x4xf32>, tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xf32>
}
// CHECK-LABEL: @others
// CHECK-NOT:     ncnn.requantize
// CHECK:         func.return

// By scales in the IR what is rounded fits in i32: also within the bounds of an activation.
func.func @bounded(%x: tensor<2x3x3xi8>) -> (tensor<1x3x3xi8>, tensor<1x3x3xi8>) {
  %w = ncnn.weight <"w"> : tensor<1x2x1x1xi8>
  %f = ncnn.weight <"f"> dense<[0.25]> : tensor<1xf32>
  %b = ncnn.weight <"b"> dense<[-3.0]> : tensor<1xf32>
  %s = ncnn.weight <"s"> dense<[20.0]> : tensor<1xf32>
  %a = ncnn.convolution %x, %w : tensor<2x3x3xi8>, tensor<1x2x1x1xi8> -> tensor<1x3x3xi32>
  %y = ncnn.dequantize %a, %f bias %b activation relu : (tensor<1x3x3xi32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %q = ncnn.quantize %y, %s : (tensor<1x3x3xf32>, tensor<1xf32>) -> tensor<1x3x3xi8>
  %c = ncnn.convolution %x, %w : tensor<2x3x3xi8>, tensor<1x2x1x1xi8> -> tensor<1x3x3xi32>
  %z = ncnn.dequantize %c, %f activation clip params [0.0, 6.0] : (tensor<1x3x3xi32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %r = ncnn.quantize %z, %s : (tensor<1x3x3xf32>, tensor<1xf32>) -> tensor<1x3x3xi8>
  func.return %q, %r : tensor<1x3x3xi8>, tensor<1x3x3xi8>
}
// CHECK-LABEL: @bounded
// CHECK:         ncnn.requantize {{.*}} activation relu bounded :
// CHECK:         ncnn.requantize {{.*}} activation clip params {{.*}} bounded :

// Not by scales that are too large, negative, infinite, NaN or unknown, by a large bias, and after
// other activations.
func.func @not_bounded(%x: tensor<2x3x3xi8>, %u: tensor<1xf32>) -> (tensor<1x3x3xi8>, tensor<1x3x3xi8>, tensor<1x3x3xi8>, tensor<1x3x3xi8>, tensor<1x3x3xi8>, tensor<1x3x3xi8>, tensor<1x3x3xi8>) {
  %w = ncnn.weight <"w"> : tensor<1x2x1x1xi8>
  %f = ncnn.weight <"f"> dense<[0.25]> : tensor<1xf32>
  %i = ncnn.weight <"i"> dense<[0x7F800000]> : tensor<1xf32>
  %nan = ncnn.weight <"nan"> dense<[0x7FC00000]> : tensor<1xf32>
  %b = ncnn.weight <"b"> dense<[-1.0e9]> : tensor<1xf32>
  %s = ncnn.weight <"s"> dense<[20.0]> : tensor<1xf32>
  %l = ncnn.weight <"l"> dense<[1.4e5]> : tensor<1xf32>
  %n = ncnn.weight <"n"> dense<[-20.0]> : tensor<1xf32>
  %a = ncnn.convolution %x, %w : tensor<2x3x3xi8>, tensor<1x2x1x1xi8> -> tensor<1x3x3xi32>
  %y0 = ncnn.dequantize %a, %f : (tensor<1x3x3xi32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %q0 = ncnn.quantize %y0, %l : (tensor<1x3x3xf32>, tensor<1xf32>) -> tensor<1x3x3xi8>
  %y1 = ncnn.dequantize %a, %f : (tensor<1x3x3xi32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %q1 = ncnn.quantize %y1, %n : (tensor<1x3x3xf32>, tensor<1xf32>) -> tensor<1x3x3xi8>
  %y2 = ncnn.dequantize %a, %i : (tensor<1x3x3xi32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %q2 = ncnn.quantize %y2, %s : (tensor<1x3x3xf32>, tensor<1xf32>) -> tensor<1x3x3xi8>
  %y3 = ncnn.dequantize %a, %u : (tensor<1x3x3xi32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %q3 = ncnn.quantize %y3, %s : (tensor<1x3x3xf32>, tensor<1xf32>) -> tensor<1x3x3xi8>
  %y4 = ncnn.dequantize %a, %f activation leaky_relu params [3.0] : (tensor<1x3x3xi32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %q4 = ncnn.quantize %y4, %s : (tensor<1x3x3xf32>, tensor<1xf32>) -> tensor<1x3x3xi8>
  %y5 = ncnn.dequantize %a, %nan : (tensor<1x3x3xi32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %q5 = ncnn.quantize %y5, %s : (tensor<1x3x3xf32>, tensor<1xf32>) -> tensor<1x3x3xi8>
  %y6 = ncnn.dequantize %a, %f bias %b : (tensor<1x3x3xi32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %q6 = ncnn.quantize %y6, %s : (tensor<1x3x3xf32>, tensor<1xf32>) -> tensor<1x3x3xi8>
  func.return %q0, %q1, %q2, %q3, %q4, %q5, %q6 : tensor<1x3x3xi8>, tensor<1x3x3xi8>, tensor<1x3x3xi8>, tensor<1x3x3xi8>, tensor<1x3x3xi8>, tensor<1x3x3xi8>, tensor<1x3x3xi8>
}
// CHECK-LABEL: @not_bounded
// CHECK-NOT:     bounded
// CHECK:         func.return
