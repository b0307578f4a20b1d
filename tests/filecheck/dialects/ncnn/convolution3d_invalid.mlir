// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Channels, depth, height and width.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3x3xf32>) {
  // CHECK: input must have 4 dimensions (c,d,h,w), not 3
  %0 = ncnn.convolution3d %x, %w : tensor<4x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x5x7xf32>
  func.return
}

// -----

// Weights have five axes.
func.func @main(%x: tensor<4x5x7x9xf32>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: weight must have 5 dimensions, not 4
  %0 = ncnn.convolution3d %x, %w : tensor<4x5x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x5x7xf32>
  func.return
}

// -----

// The weights are for the channels there are.
func.func @main(%x: tensor<5x5x7x9xf32>, %w: tensor<6x4x3x3x3xf32>) {
  // CHECK: input has 5 channels, the weights are for 4
  %0 = ncnn.convolution3d %x, %w : tensor<5x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x5x7xf32>
  func.return
}

// -----

// Groups divide the output channels.
func.func @main(%x: tensor<4x5x7x9xf32>, %w: tensor<6x4x3x3x3xf32>) {
  // CHECK: 6 output channels do not divide into 4 groups
  %0 = ncnn.convolution_depthwise3d %x, %w group 4 : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x5x7xf32>
  func.return
}

// -----

// A stride for each axis.
func.func @main(%x: tensor<4x5x7x9xf32>, %w: tensor<6x4x3x3x3xf32>) {
  // CHECK: stride must have 3 entries, not 2
  %0 = ncnn.convolution3d %x, %w stride [2, 2] : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x5x7xf32>
  func.return
}

// -----

// The dilated kernel fits into the depth.
func.func @main(%x: tensor<4x5x7x9xf32>, %w: tensor<6x4x3x3x3xf32>) {
  // CHECK: kernel extent 7 exceeds the padded input of 6
  %0 = ncnn.convolution3d %x, %w dilation [3, 1, 1] pad [1, 0, 0, 0, 0, 0] : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x1x5x7xf32>
  func.return
}

// -----

// The result has the shape of the windows.
func.func @main(%x: tensor<4x5x7x9xf32>, %w: tensor<6x4x3x3x3xf32>) {
  // CHECK: result has shape [6, 5, 5, 7], the shape rule gives [6, 3, 5, 7]
  %0 = ncnn.convolution3d %x, %w : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x5x5x7xf32>
  func.return
}
