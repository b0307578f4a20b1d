// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Channels, depth, height and width.
func.func @main(%x: tensor<4x3x4xf32>, %w: tensor<6x4x3x3x3xf32>) {
  // CHECK: input must have 4 dimensions (c,d,h,w), not 3
  %0 = ncnn.deconvolution3d %x, %w : tensor<4x3x4xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x4x5x6xf32>
  func.return
}

// -----

// Weights have five axes.
func.func @main(%x: tensor<4x2x3x4xf32>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: weight must have 5 dimensions, not 4
  %0 = ncnn.deconvolution3d %x, %w : tensor<4x2x3x4xf32>, tensor<6x4x3x3xf32> -> tensor<6x4x5x6xf32>
  func.return
}

// -----

// Groups divide the channels.
func.func @main(%x: tensor<4x2x3x4xf32>, %w: tensor<6x4x3x3x3xf32>) {
  // CHECK: 16 to 6 channels do not divide into 4 groups
  %0 = ncnn.deconvolution_depthwise3d %x, %w group 4 : tensor<4x2x3x4xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x4x5x6xf32>
  func.return
}

// -----

// A wanted size is not more than there is.
func.func @main(%x: tensor<4x2x3x4xf32>, %w: tensor<6x4x3x3x3xf32>) {
  // CHECK: output_size [5, 5, 6] exceeds the full size [4, 5, 6]
  %0 = ncnn.deconvolution3d %x, %w pad [-233, -233, -233, -233, -233, -233] output_size [5, 5, 6] : tensor<4x2x3x4xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x5x5x6xf32>
  func.return
}

// -----

// Something is left.
func.func @main(%x: tensor<4x2x3x4xf32>, %w: tensor<6x4x3x3x3xf32>) {
  // CHECK: nothing is left of the full size [4, 5, 6] after the cut
  %0 = ncnn.deconvolution3d %x, %w pad [2, 0, 0, 2, 0, 0] : tensor<4x2x3x4xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x1x5x6xf32>
  func.return
}
