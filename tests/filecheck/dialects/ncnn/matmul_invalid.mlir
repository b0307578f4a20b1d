// RUN: verify-diagnostics %s

func.func @main(%a: tensor<4x6xf32>, %b: tensor<5x6xf32>, %a1: tensor<2x4x6xf32>, %b1: tensor<3x6x5xf32>) {
  // expected-error @+1 {{a has 6 columns, b 5 rows}}
  ncnn.matmul %a, %b : (tensor<4x6xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  // expected-error @+1 {{batches [2] and [3] do not fit}}
  ncnn.matmul %a1, %b1 : (tensor<2x4x6xf32>, tensor<3x6x5xf32>) -> tensor<3x4x5xf32>
  func.return
}
