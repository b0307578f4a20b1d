// RUN: ncnnc-opt %s -p fuse-innerproduct-activation --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-innerproduct-activation --split-input-file --remarks | filecheck %s --check-prefix=REMARK
// The guards that all such passes have: tests/passes/graph/linear/test_linear_fusions.py.

// Before shapes are known; what else the inner product says stays.
func.func @unknown_shape(%x: tensor<*xf32>, %w: tensor<4x12xf32>) -> tensor<*xf32> {
  %a = ncnn.innerproduct %x, %w {kept}
    : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32> loc("a1"("m.param":3:0))
  %y = ncnn.relu %a : (tensor<*xf32>) -> tensor<*xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %y = ncnn.innerproduct %x, %w activation relu {kept} : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
// REMARK-LABEL: @unknown_shape
// REMARK:        m.param:3: remark: fuse-innerproduct-activation: a1, b1
