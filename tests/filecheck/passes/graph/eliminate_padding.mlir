// RUN: ncnnc-opt %s -p eliminate-padding | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-padding

// Also of sides that a vector does not have, and before shapes are known.
func.func @padding(%x: tensor<2x4x4xf32>, %v: tensor<4xf32>, %u: tensor<*xf32>)
    -> (tensor<2x4x4xf32>, tensor<4xf32>, tensor<2x5x4xf32>, tensor<*xf32>, tensor<*xf32>) {
  // expected-remark @+1 {{eliminate-padding: Padding}}
  %a = ncnn.padding reflect %x : tensor<2x4x4xf32> -> tensor<2x4x4xf32>
  %b = ncnn.padding constant %v before [0, 1, 0] after [0, 1, 0] : tensor<4xf32> -> tensor<4xf32>
  %c = ncnn.padding constant %x before [0, 1, 0] : tensor<2x4x4xf32> -> tensor<2x5x4xf32>
  %d = ncnn.padding constant %u value 1.0 : tensor<*xf32> -> tensor<*xf32>
  %e = ncnn.padding constant %u after [0, 1, 0] : tensor<*xf32> -> tensor<*xf32>
  func.return %a, %b, %c, %d, %e
    : tensor<2x4x4xf32>, tensor<4xf32>, tensor<2x5x4xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @padding
// CHECK-NEXT:    %c = ncnn.padding
// CHECK-NEXT:    %e = ncnn.padding
// CHECK-NEXT:    func.return %x, %v, %c, %u, %e
