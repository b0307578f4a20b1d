// RUN: round-trip %s

func.func @main(%x: tensor<2x5x32x8xf32>, %p: tensor<3x5x32xf32>) {
  %0 = kernel.zero_margin outs(%x : tensor<2x5x32x8xf32>) {margin = array<i64: 0, 1>, bounds = affine_map<()[s0] -> (2, 5, s0, 8)>} -> tensor<2x5x32x8xf32>
  %1 = kernel.zero_margin outs(%p : tensor<3x5x32xf32>) {margin = array<i64: 2, 1>} -> tensor<3x5x32xf32>
  func.return
}
