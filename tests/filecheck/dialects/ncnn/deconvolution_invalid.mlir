// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Channels, height and width.
func.func @main(%x: tensor<4x5xf32>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: input must have 3 dimensions (c,h,w), not 2
  %0 = ncnn.deconvolution %x, %w : tensor<4x5xf32>, tensor<6x4x3x3xf32> -> tensor<6x7xf32>
  func.return
}

// -----

// Weights have four axes.
func.func @main(%x: tensor<4x5x3xf32>, %w: tensor<6x4x9xf32>) {
  // CHECK: weight must have 4 dimensions, not 3
  %0 = ncnn.deconvolution %x, %w : tensor<4x5x3xf32>, tensor<6x4x9xf32> -> tensor<6x7x5xf32>
  func.return
}

// -----

// The weights are for the channels there are.
func.func @main(%x: tensor<5x5x3xf32>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: input has 5 channels, the weights are for 4
  %0 = ncnn.deconvolution %x, %w : tensor<5x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  func.return
}

// -----

// One bias for each output channel.
func.func @main(%x: tensor<4x5x3xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<4xf32>) {
  // CHECK: bias has shape [4], not [6]
  %0 = ncnn.deconvolution %x, %w bias %b : tensor<4xf32> : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  func.return
}

// -----

// Groups divide inputs and outputs.
func.func @main(%x: tensor<4x5x3xf32>, %w: tensor<6x1x3x3xf32>) {
  // CHECK: 4 to 6 channels do not divide into 4 groups
  %0 = ncnn.deconvolution_depthwise %x, %w group 4 : tensor<4x5x3xf32>, tensor<6x1x3x3xf32> -> tensor<6x7x5xf32>
  func.return
}

// -----

// Strides move on.
func.func @main(%x: tensor<4x5x3xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  // CHECK: stride [0, 1] must be positive, at most 1048576
  %0 = ncnn.deconvolution %x, %w stride [0, 1] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  func.return
}

// -----

// Pads are cells or codes.
func.func @main(%x: tensor<4x5x3xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  // CHECK: pads [1, -233, 1, -233] are cells on some sides and codes on others
  %0 = ncnn.deconvolution %x, %w pad [1, -233, 1, -233] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  func.return
}

// -----

// Padding only adds.
func.func @main(%x: tensor<4x5x3xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  // CHECK: output_pad [0, -1] must not be negative
  %0 = ncnn.deconvolution %x, %w output_pad [0, -1] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x4xf32>
  func.return
}

// -----

// Cutting leaves something.
func.func @main(%x: tensor<4x5x3xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  // CHECK: nothing is left of the full size [7, 5] after the cut
  %0 = ncnn.deconvolution %x, %w pad [4, 0, 3, 0] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  func.return
}

// -----

// A size is cut to, not grown to.
func.func @main(%x: tensor<4x5x3xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  // CHECK: output_size [8, 5] exceeds the full size [7, 5]
  %0 = ncnn.deconvolution %x, %w pad [-233, -233, -233, -233] output_size [8, 5] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x8x5xf32>
  func.return
}

// -----

// A size needs to know on which side to cut.
func.func @main(%x: tensor<4x5x3xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  // CHECK: output_size needs pads of -233 (SAME_UPPER) or -234 (SAME_LOWER)
  %0 = ncnn.deconvolution %x, %w output_size [6, 4] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x6x4xf32>
  func.return
}

// -----

// No window covers, moves by or is padded by more cells than a blob can have.
func.func @main(%x: tensor<4x5x3xf32>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: stride [2000000000, 1] must be positive, at most 1048576
  %0 = ncnn.deconvolution %x, %w stride [2000000000, 1] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  func.return
}
