// RUN: verify-diagnostics %s

func.func @main(%a: tensor<4x6xf32>, %b: tensor<5x6xf32>, %a1: tensor<4x2x6x1xf32>, %b1: tensor<6x5xf32>, %c: tensor<7xf32>, %c1: tensor<5xf32>) {
  // expected-error @+1 {{a has 6 columns, b 5 rows}}
  ncnn.gemm %a, %b : tensor<4x6xf32>, tensor<5x6xf32> -> tensor<4x6xf32>
  // expected-error @+1 {{an operand has shape [4, 2, 6, 1] and is no matrix}}
  ncnn.gemm %a1, %b1 : tensor<4x2x6x1xf32>, tensor<6x5xf32> -> tensor<4x5xf32>
  // expected-error @+1 {{c has shape [7], the product is [4, 5]}}
  ncnn.gemm %a, %b1 plus %c : tensor<7xf32> : tensor<4x6xf32>, tensor<6x5xf32> -> tensor<4x5xf32>
  // expected-error @+1 {{c has shape [5], the product is [4, 5]}}
  ncnn.gemm %a, %b1 plus %c1 : tensor<5xf32> constant_c broadcast_c 1 : tensor<4x6xf32>, tensor<6x5xf32> -> tensor<4x5xf32>
  // expected-error @+1 {{result has shape [4, 5], the shape rule gives [5, 1, 4]}}
  ncnn.gemm %a, %b1 output_n1m output_transpose : tensor<4x6xf32>, tensor<6x5xf32> -> tensor<4x5xf32>
  func.return
}
