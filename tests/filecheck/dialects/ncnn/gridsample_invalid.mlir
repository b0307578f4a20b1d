// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<7x9xf32>, %g: tensor<5x2xf32>) {
  // CHECK: input must have 3 or 4 dimensions, not 2
  %0 = ncnn.grid_sample bilinear %x, %g : (tensor<7x9xf32>, tensor<5x2xf32>) -> tensor<5x2xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x3x7x9xf32>, %g: tensor<2x5x6x3xf32>) {
  // CHECK: bicubic samples are for images, not for volumes
  %0 = ncnn.grid_sample bicubic %x, %g : (tensor<4x3x7x9xf32>, tensor<2x5x6x3xf32>) -> tensor<4x2x5x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x9xf32>, %g: tensor<5x6x2xf32>) {
  // CHECK: grid must have shape [2, height, width], not [5, 6, 2]
  %0 = ncnn.grid_sample bilinear %x, %g planar : (tensor<4x7x9xf32>, tensor<5x6x2xf32>) -> tensor<4x5x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x3x7x9xf32>, %g: tensor<5x6x2xf32>) {
  // CHECK: grid must have shape [depth, height, width, 3], not [5, 6, 2]
  %0 = ncnn.grid_sample bilinear %x, %g : (tensor<4x3x7x9xf32>, tensor<5x6x2xf32>) -> tensor<4x5x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x9xf32>, %g: tensor<5x6x2xf32>) {
  // CHECK: result has shape [4, 7, 9], the shape rule gives [4, 5, 6]
  %0 = ncnn.grid_sample bilinear %x, %g : (tensor<4x7x9xf32>, tensor<5x6x2xf32>) -> tensor<4x7x9xf32>
  func.return
}
