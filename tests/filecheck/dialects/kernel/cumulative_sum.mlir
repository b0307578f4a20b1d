// RUN: round-trip %s

func.func @main(%x: tensor<3x6x5xf32>, %y: tensor<3x6x5xf32>) {
  %0 = kernel.cumulative_sum ins(%x : tensor<3x6x5xf32>) outs(%y : tensor<3x6x5xf32>) -> tensor<3x6x5xf32>
  func.return
}
