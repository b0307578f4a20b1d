// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Channels, height and width; vectors only with 1x1 kernels.
func.func @main(%x: tensor<4xf32>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: input must have 3 dimensions (c,h,w), not 1
  %0 = ncnn.convolution %x, %w : tensor<4xf32>, tensor<6x4x3x3xf32> -> tensor<6xf32>
  func.return
}

// -----

// Weights have four axes.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x9xf32>) {
  // CHECK: weight must have 4 dimensions, not 3
  %0 = ncnn.convolution %x, %w : tensor<4x7x9xf32>, tensor<6x4x9xf32> -> tensor<6x5x7xf32>
  func.return
}

// -----

// The weights are for the channels there are.
func.func @main(%x: tensor<5x7x9xf32>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: input has 5 channels, the weights are for 4
  %0 = ncnn.convolution %x, %w : tensor<5x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}

// -----

// One bias for each output channel.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<4xf32>) {
  // CHECK: bias has shape [4], not [6]
  %0 = ncnn.convolution %x, %w bias %b : tensor<4xf32> : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}

// -----

// Strides move on.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  // CHECK: stride [0, 1] must be positive, at most 1048576
  %0 = ncnn.convolution %x, %w stride [0, 1] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}

// -----

// The dilated kernel fits into the padded input.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  // CHECK: kernel extent 9 exceeds the padded input of 7
  %0 = ncnn.convolution %x, %w dilation [4, 1] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}

// -----

// Pads are cells or codes.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  // CHECK: pads [1, -233, 1, -233] are cells on some sides and codes on others
  %0 = ncnn.convolution %x, %w pad [1, -233, 1, -233] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x9xf32>
  func.return
}

// -----

// Groups divide the outputs.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x1x3x3xf32>) {
  // CHECK: 6 output channels do not divide into 4 groups
  %0 = ncnn.convolution_depthwise %x, %w group 4 : tensor<4x7x9xf32>, tensor<6x1x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}

// -----

// There is at least one group.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x1x3x3xf32>) {
  // CHECK: 6 output channels do not divide into 0 groups
  %0 = ncnn.convolution_depthwise %x, %w group 0 : tensor<4x7x9xf32>, tensor<6x1x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}

// -----

// The result has the shape of the windows.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  // CHECK: result has shape [6, 7, 9], the shape rule gives [6, 5, 7]
  %0 = ncnn.convolution %x, %w : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x9xf32>
  func.return
}

// -----

// No window covers, moves by or is padded by more cells than a blob can have.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: stride [2000000000, 1] must be positive, at most 1048576
  %0 = ncnn.convolution %x, %w stride [2000000000, 1] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x1x7xf32>
  func.return
}

// -----

// No window covers, moves by or is padded by more cells than a blob can have.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: dilation [2000000000, 1] must be positive, at most 1048576
  %0 = ncnn.convolution %x, %w dilation [2000000000, 1] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x1x7xf32>
  func.return
}

// -----

// No window covers, moves by or is padded by more cells than a blob can have.
func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: pads [2000000000, 0, 0, 0] must be at most 1048576
  %0 = ncnn.convolution %x, %w pad [2000000000, 0, 0, 0] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x1x7xf32>
  func.return
}

// -----

// A convolution repacks nothing.
// REQUIREMENT: L16
func.func @main(%x: tensor<32x4x4xf32, #ncnn.layout<pack = 8>>, %w: tensor<32x1x1x1xf32>) {
  // CHECK: reads channels by 8, and writes them by 16
  %y = ncnn.convolution_depthwise %x, %w group 32 : tensor<32x4x4xf32, #ncnn.layout<pack = 8>>, tensor<32x1x1x1xf32> -> tensor<32x4x4xf32, #ncnn.layout<pack = 16>>
  func.return
}

// -----

func.func @main(%x: tensor<32x4x4xf32>, %w: tensor<32x32x1x1xf32, #ncnn.layout<pack = 8>>) {
  // CHECK: weights have no layout, pack-weights gives them a form
  %y = ncnn.convolution %x, %w : tensor<32x4x4xf32>, tensor<32x32x1x1xf32, #ncnn.layout<pack = 8>> -> tensor<32x4x4xf32, #ncnn.layout<pack = 16>>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: only algorithm dilated has an inner algorithm
  %0 = ncnn.convolution %x, %w algorithm gemm inner packed : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x9xi8>, %w: tensor<6x4x3x3xf32>) {
  // CHECK: an input of i8 needs weights of i8
  %0 = ncnn.convolution %x, %w : tensor<4x7x9xi8>, tensor<6x4x3x3xf32> -> tensor<6x5x7xi32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x9xi8>, %w: tensor<6x4x3x3xi8>, %b: tensor<6xf32>) {
  // CHECK: what follows sums of i8 is another layer, or the epilogue
  %0 = ncnn.convolution %x, %w bias %b : tensor<6xf32> : tensor<4x7x9xi8>, tensor<6x4x3x3xi8> -> tensor<6x5x7xi32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x9xi8>, %w: tensor<6x4x3x3xi8>) {
  // CHECK: sums of i8 are i32, not f32
  %0 = ncnn.convolution %x, %w : tensor<4x7x9xi8>, tensor<6x4x3x3xi8> -> tensor<6x5x7xf32>
  func.return
}
