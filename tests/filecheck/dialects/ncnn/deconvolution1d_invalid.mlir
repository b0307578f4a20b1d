// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Channels and length.
func.func @main(%x: tensor<4x1x7xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: input must have 2 dimensions (channels,w), not 3
  %0 = ncnn.deconvolution1d %x, %w : tensor<4x1x7xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  func.return
}

// -----

// Weights have three axes.
func.func @main(%x: tensor<4x7xf32>, %w: tensor<6x4x1x3xf32>) {
  // CHECK: weight must have 3 dimensions, not 4
  %0 = ncnn.deconvolution1d %x, %w : tensor<4x7xf32>, tensor<6x4x1x3xf32> -> tensor<6x9xf32>
  func.return
}

// -----

// The weights are for the channels there are.
func.func @main(%x: tensor<5x7xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: input has 5 channels, the weights are for 4
  %0 = ncnn.deconvolution1d %x, %w : tensor<5x7xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  func.return
}

// -----

// Groups divide the channels.
func.func @main(%x: tensor<4x7xf32>, %w: tensor<6x1x3xf32>) {
  // CHECK: 4 to 6 channels do not divide into 4 groups
  %0 = ncnn.deconvolution_depthwise1d %x, %w group 4 : tensor<4x7xf32>, tensor<6x1x3xf32> -> tensor<6x9xf32>
  func.return
}

// -----

// Strides move on.
func.func @main(%x: tensor<4x7xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: stride [0] must be positive, at most 1048576
  %0 = ncnn.deconvolution1d %x, %w stride 0 : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  func.return
}

// -----

// A wanted size is not more than there is, and says on which sides to cut.
func.func @main(%x: tensor<4x7xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: output_size [10] exceeds the full size [9]
  %0 = ncnn.deconvolution1d %x, %w pad [-233, -233] output_size 10 : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x10xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: output_size needs pads of -233 (SAME_UPPER) or -234 (SAME_LOWER)
  %0 = ncnn.deconvolution1d %x, %w output_size 7 : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  func.return
}

// -----

// Something is left.
func.func @main(%x: tensor<4x7xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: nothing is left of the full size [9] after the cut
  %0 = ncnn.deconvolution1d %x, %w pad [4, 5] : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x1xf32>
  func.return
}

// -----

// No window covers, moves by or is padded by more cells than a blob can have.
func.func @main(%x: tensor<4x7xf32>, %w: tensor<6x4x3xf32>) {
  // CHECK: dilation [2000000000] must be positive, at most 1048576
  %0 = ncnn.deconvolution1d %x, %w dilation 2000000000 : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  func.return
}
