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
