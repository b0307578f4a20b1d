// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<5xf32>, %w: tensor<9x4xf32>) {
  // CHECK: input_dim 10 does not fit a table of 9 rows
  %0 = ncnn.embed %x, %w input_dim 10 : tensor<5xf32>, tensor<9x4xf32> -> tensor<5x4xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5xf32>, %w: tensor<9x4xf32>) {
  // CHECK: input_dim 0 does not fit a table of 9 rows
  %0 = ncnn.embed %x, %w : tensor<5xf32>, tensor<9x4xf32> -> tensor<5x4xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5xf32>, %w: tensor<9x4x1xf32>) {
  // CHECK: weight must have 2 dimensions, not 3
  %0 = ncnn.embed %x, %w input_dim 9 : tensor<5xf32>, tensor<9x4x1xf32> -> tensor<5x4xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5xf32>, %w: tensor<9x4xi8>) {
  // CHECK: a table of int8 needs its scale: 18=1
  %0 = ncnn.embed %x, %w input_dim 9 : tensor<5xf32>, tensor<9x4xi8> -> tensor<5x4xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5xf32>, %w: tensor<9x4xf32>, %b: tensor<5xf32>) {
  // CHECK: bias has shape [5], not [4]
  %0 = ncnn.embed %x, %w bias %b : tensor<5xf32> input_dim 9 : tensor<5xf32>, tensor<9x4xf32> -> tensor<5x4xf32>
  func.return
}
