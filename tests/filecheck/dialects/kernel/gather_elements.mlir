// RUN: round-trip %s

func.func @main(%x: tensor<3x7x2xf32>, %i: tensor<3x5x2xf32>, %y: tensor<3x5x2xf32>) {
  %0 = kernel.gather_elements ins(%x, %i : tensor<3x7x2xf32>, tensor<3x5x2xf32>) outs(%y : tensor<3x5x2xf32>) -> tensor<3x5x2xf32>
  func.return
}
