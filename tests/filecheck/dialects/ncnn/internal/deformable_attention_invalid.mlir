// RUN: verify-diagnostics %s

func.func @main(%s: tensor<2x2xf32>, %v: tensor<10x3x8xf32>, %w: tensor<5x3x2x4xf32>, %x: tensor<5x3x2x4xf32>, %y: tensor<5x3x2x4xf32>) {
  // expected-error @+1 {{result has shape [5, 23], the shape rule gives [5, 24]}}
  ncnn.deformable_attention %s, %v, %w, %x, %y : (tensor<2x2xf32>, tensor<10x3x8xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>) -> tensor<5x23xf32>
  // expected-error @+1 {{needs two sizes for each of 2 levels, not [5, 3, 2, 4]}}
  ncnn.deformable_attention %w, %v, %w, %x, %y : (tensor<5x3x2x4xf32>, tensor<10x3x8xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>) -> tensor<5x24xf32>
  // expected-error @+1 {{places must have shape [q, heads, levels, points], not [5, 3, 2, 4]}}
  ncnn.deformable_attention %s, %v, %w, %x, %v : (tensor<2x2xf32>, tensor<10x3x8xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>, tensor<10x3x8xf32>) -> tensor<5x24xf32>
  func.return
}
