// RUN: round-trip %s

func.func @main(%x: tensor<2x3x3x3x4xf32>, %y: tensor<2x6x6xf32>) {
  %0 = kernel.fold ins(%x : tensor<2x3x3x3x4xf32>) outs(%y : tensor<2x6x6xf32>) {stride = array<i64: 2, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0>} -> tensor<2x6x6xf32>
  func.return
}
