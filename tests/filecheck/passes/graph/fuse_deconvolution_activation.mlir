// RUN: ncnnc-opt %s -p fuse-deconvolution-activation --split-input-file | filecheck %s
// RUN: verify-diagnostics %s -p fuse-deconvolution-activation
// The guards that all such passes have: tests/passes/graph/linear/test_linear_fusions.py.

// Before shapes are known; what else the deconvolution says stays.
func.func @unknown_shape(%x: tensor<*xf32>, %w: tensor<4x3x2x2xf32>) -> tensor<*xf32> {
  // expected-remark @+1 {{fuse-deconvolution-activation: a1, b1}}
  %a = ncnn.deconvolution %x, %w stride [2, 2] {kept}
    : tensor<*xf32>, tensor<4x3x2x2xf32> -> tensor<*xf32> loc("a1"("m.param":3:0))
  %y = ncnn.relu %a : (tensor<*xf32>) -> tensor<*xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %y = ncnn.deconvolution %x, %w stride [2, 2] activation relu {kept} : tensor<*xf32>, tensor<4x3x2x2xf32> -> tensor<*xf32>
