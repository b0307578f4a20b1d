// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7xf32>, %w: tensor<5x9xf32>, %x1: tensor<9xf32>, %w1: tensor<45xf32>, %b: tensor<9xf32>, %x2: tensor<4x9xf32>) {
  // expected-error @+1 {{input has 28 cells, the weights are for 9}}
  ncnn.innerproduct %x, %w : tensor<4x7xf32>, tensor<5x9xf32> -> tensor<5xf32>
  // expected-error @+1 {{weight must have 2 dimensions, not 1}}
  ncnn.innerproduct %x1, %w1 : tensor<9xf32>, tensor<45xf32> -> tensor<5xf32>
  // expected-error @+1 {{bias has shape [9], not [5]}}
  ncnn.innerproduct %x1, %w bias %b : tensor<9xf32> : tensor<9xf32>, tensor<5x9xf32> -> tensor<5xf32>
  // expected-error @+1 {{result has shape [5], the shape rule gives [4, 5]}}
  ncnn.innerproduct %x2, %w : tensor<4x9xf32>, tensor<5x9xf32> -> tensor<5xf32>
  func.return
}
