// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// As many cells as the weights have columns.
func.func @main(%x: tensor<4x7xf32>, %w: tensor<5x9xf32>) {
  // CHECK: input has 28 cells, the weights are for 9
  %0 = ncnn.innerproduct %x, %w : tensor<4x7xf32>, tensor<5x9xf32> -> tensor<5xf32>
  func.return
}

// -----

// Weights are a matrix.
func.func @main(%x: tensor<9xf32>, %w: tensor<45xf32>) {
  // CHECK: weight must have 2 dimensions, not 1
  %0 = ncnn.innerproduct %x, %w : tensor<9xf32>, tensor<45xf32> -> tensor<5xf32>
  func.return
}

// -----

// One bias for each output.
func.func @main(%x: tensor<9xf32>, %w: tensor<5x9xf32>, %b: tensor<9xf32>) {
  // CHECK: bias has shape [9], not [5]
  %0 = ncnn.innerproduct %x, %w bias %b : tensor<9xf32> : tensor<9xf32>, tensor<5x9xf32> -> tensor<5xf32>
  func.return
}

// -----

// A matrix gives a matrix.
func.func @main(%x: tensor<4x9xf32>, %w: tensor<5x9xf32>) {
  // CHECK: result has shape [5], the shape rule gives [4, 5]
  %0 = ncnn.innerproduct %x, %w : tensor<4x9xf32>, tensor<5x9xf32> -> tensor<5xf32>
  func.return
}
