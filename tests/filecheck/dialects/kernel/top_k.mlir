// RUN: round-trip %s

func.func @main(%x: tensor<3x7xf32>, %v: tensor<3x2xf32>, %p: tensor<3x2xf32>) {
  %0, %1 = kernel.top_k ins(%x : tensor<3x7xf32>) outs(%v, %p : tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>, tensor<3x2xf32>
  func.return
}
