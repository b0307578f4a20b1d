// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<4x7x9xf32>, %f: tensor<2x7x8xf32>) {
  // CHECK: flow must have shape [2, 7, 9], not [2, 7, 8]
  %0 = ncnn.warp %x, %f : (tensor<4x7x9xf32>, tensor<2x7x8xf32>) -> tensor<4x7x9xf32>
  func.return
}

// -----

func.func @main(%x: tensor<7x9xf32>, %f: tensor<2x7x9xf32>) {
  // CHECK: image must have 3 dimensions, not 2
  %0 = ncnn.warp %x, %f : (tensor<7x9xf32>, tensor<2x7x9xf32>) -> tensor<7x9xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x9xf32>, %f: tensor<2x7x9xf32>, %w: tensor<9x7x9xf32>) {
  // CHECK: filter must have shape [16, 7, 9], not [9, 7, 9]
  %0 = ncnn.filter_interpolation %x, %f, %w : (tensor<4x7x9xf32>, tensor<2x7x9xf32>, tensor<9x7x9xf32>) -> tensor<4x7x9xf32>
  func.return
}
