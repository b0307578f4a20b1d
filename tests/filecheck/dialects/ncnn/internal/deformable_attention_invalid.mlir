// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%s: tensor<2x2xf32>, %v: tensor<10x3x8xf32>, %w: tensor<5x3x2x4xf32>, %x: tensor<5x3x2x4xf32>, %y: tensor<5x3x2x4xf32>) {
  // CHECK: result has shape [5, 23], the shape rule gives [5, 24]
  %0 = ncnn.deformable_attention %s, %v, %w, %x, %y : (tensor<2x2xf32>, tensor<10x3x8xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>) -> tensor<5x23xf32>
  func.return
}

// -----

func.func @main(%s: tensor<2x2xf32>, %v: tensor<10x3x8xf32>, %w: tensor<5x3x2x4xf32>, %x: tensor<5x3x2x4xf32>, %y: tensor<5x3x2x4xf32>) {
  // CHECK: needs two sizes for each of 2 levels, not [5, 3, 2, 4]
  %0 = ncnn.deformable_attention %w, %v, %w, %x, %y : (tensor<5x3x2x4xf32>, tensor<10x3x8xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>) -> tensor<5x24xf32>
  func.return
}

// -----

func.func @main(%s: tensor<2x2xf32>, %v: tensor<10x3x8xf32>, %w: tensor<5x3x2x4xf32>, %x: tensor<5x3x2x4xf32>, %y: tensor<5x3x2x4xf32>) {
  // CHECK: places must have shape [q, heads, levels, points], not [5, 3, 2, 4]
  %0 = ncnn.deformable_attention %s, %v, %w, %x, %v : (tensor<2x2xf32>, tensor<10x3x8xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>, tensor<10x3x8xf32>) -> tensor<5x24xf32>
  func.return
}
