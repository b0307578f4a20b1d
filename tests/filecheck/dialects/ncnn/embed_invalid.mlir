// RUN: verify-diagnostics %s

func.func @main(%x: tensor<5xf32>, %w: tensor<9x4xf32>, %w1: tensor<9x4x1xf32>, %w2: tensor<9x4xi8>, %b: tensor<5xf32>) {
  // expected-error @+1 {{input_dim 10 does not fit a table of 9 rows}}
  ncnn.embed %x, %w input_dim 10 : tensor<5xf32>, tensor<9x4xf32> -> tensor<5x4xf32>
  // expected-error @+1 {{input_dim 0 does not fit a table of 9 rows}}
  ncnn.embed %x, %w : tensor<5xf32>, tensor<9x4xf32> -> tensor<5x4xf32>
  // expected-error @+1 {{weight must have 2 dimensions, not 3}}
  ncnn.embed %x, %w1 input_dim 9 : tensor<5xf32>, tensor<9x4x1xf32> -> tensor<5x4xf32>
  // expected-error @+1 {{a table of int8, and only such a one, has a scale: 18=1}}
  ncnn.embed %x, %w2 input_dim 9 : tensor<5xf32>, tensor<9x4xi8> -> tensor<5x4xf32>
  // expected-error @+1 {{bias has shape [5], not [4]}}
  ncnn.embed %x, %w bias %b : tensor<5xf32> input_dim 9 : tensor<5xf32>, tensor<9x4xf32> -> tensor<5x4xf32>
  func.return
}
