// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%t: tensor<9xf32>, %i: tensor<5xf32>) {
  // CHECK: table must have 2 dimensions, not 1
  %0 = ncnn.gather_rows %t, %i : tensor<9xf32>, tensor<5xf32> -> tensor<5x1xf32>
  func.return
}

// -----

func.func @main(%t: tensor<9x4xf32>, %i: tensor<1x5xf32>) {
  // CHECK: indices must have 1 dimension, not 2
  %0 = ncnn.gather_rows %t, %i : tensor<9x4xf32>, tensor<1x5xf32> -> tensor<5x4xf32>
  func.return
}

// -----

func.func @main(%x: tensor<3x7xf32>, %i: tensor<2x5xf32>) {
  // CHECK: indices of shape [2, 5] do not fit [3, 7], axis 1
  %0 = ncnn.gather_elements %x, %i axis 1 : tensor<3x7xf32>, tensor<2x5xf32> -> tensor<2x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<3x7xf32>, %i: tensor<3x5xf32>) {
  // CHECK: axis 2 is outside of 2 dimensions
  %0 = ncnn.gather_elements %x, %i axis 2 : tensor<3x7xf32>, tensor<3x5xf32> -> tensor<3x5xf32>
  func.return
}
