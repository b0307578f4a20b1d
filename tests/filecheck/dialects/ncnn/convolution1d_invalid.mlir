// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Channels and length.
func.func @main(%x: tensor<4x1x9xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: input must have 2 dimensions (channels,w), not 3
  %0 = ncnn.convolution1d %x, %w : tensor<4x1x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  func.return
}

// -----

// Weights have three axes.
func.func @main(%x: tensor<4x9xf32>, %w: tensor<6x4x1x3xf32>) {
  // CHECK: weight must have 3 dimensions, not 4
  %0 = ncnn.convolution1d %x, %w : tensor<4x9xf32>, tensor<6x4x1x3xf32> -> tensor<6x7xf32>
  func.return
}

// -----

// The weights are for the channels there are.
func.func @main(%x: tensor<5x9xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: input has 5 channels, the weights are for 4
  %0 = ncnn.convolution1d %x, %w : tensor<5x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  func.return
}

// -----

// Weights to spare are a peculiarity of grouped layers.
func.func @main(%x: tensor<3x9xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: input has 3 channels, the weights are for 4
  %0 = ncnn.convolution1d %x, %w : tensor<3x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  func.return
}

// -----

// Groups divide the input channels.
func.func @main(%x: tensor<5x9xf32>, %w: tensor<6x3x3xf32>) {
  // CHECK: input has 5 channels, the weights are for 6
  %0 = ncnn.convolution_depthwise1d %x, %w group 2 : tensor<5x9xf32>, tensor<6x3x3xf32> -> tensor<6x7xf32>
  func.return
}

// -----

// There is at least one group.
func.func @main(%x: tensor<4x9xf32>, %w: tensor<6x1x3xf32>) {
  // CHECK: 6 output channels do not divide into 0 groups
  %0 = ncnn.convolution_depthwise1d %x, %w group 0 : tensor<4x9xf32>, tensor<6x1x3xf32> -> tensor<6x7xf32>
  func.return
}

// -----

// One bias for each output channel.
func.func @main(%x: tensor<4x9xf32>, %w: tensor<6x4x3xf32>, %b: tensor<4xf32>) {
  // CHECK: bias has shape [4], not [6]
  %0 = ncnn.convolution1d %x, %w bias %b : tensor<4xf32> : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  func.return
}

// -----

// Strides move on.
func.func @main(%x: tensor<4x9xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: stride [0] must be positive, at most 1048576
  %0 = ncnn.convolution1d %x, %w stride 0 : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  func.return
}

// -----

// The dilated kernel fits into the padded input.
func.func @main(%x: tensor<4x9xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: kernel extent 11 exceeds the padded input of 9
  %0 = ncnn.convolution1d %x, %w dilation 5 : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  func.return
}

// -----

// Pads are two, cells or codes.
func.func @main(%x: tensor<4x9xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: pad must have 2 entries, not 4
  %0 = ncnn.convolution1d %x, %w pad [0, 1, 0, 1] : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x9xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: pads [1, -233] are cells on some sides and codes on others
  %0 = ncnn.convolution1d %x, %w pad [1, -233] : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  func.return
}

// -----

// The result has the shape of the windows.
func.func @main(%x: tensor<4x9xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: result has shape [6, 9], the shape rule gives [6, 7]
  %0 = ncnn.convolution1d %x, %w : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  func.return
}

// -----

// No window covers, moves by or is padded by more cells than a blob can have.
func.func @main(%x: tensor<4x9xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: stride [2000000000] must be positive, at most 1048576
  %0 = ncnn.convolution1d %x, %w stride 2000000000 : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x1xf32>
  func.return
}
