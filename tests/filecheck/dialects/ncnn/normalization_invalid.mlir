// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Parameters of BatchNorm lie along the outermost axis.
func.func @main(%x: tensor<4x6xf32>, %c: tensor<4xf32>, %w: tensor<6xf32>) {
  // CHECK: a parameter has shape [6], the input's outermost axis needs [4]
  %0 = ncnn.batchnorm %x, %c, %c, %w, %c : (tensor<4x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<6xf32>, tensor<4xf32>) -> tensor<4x6xf32>
  func.return
}

// -----

// So does the bias of an image.
func.func @main(%x: tensor<4x6x8xf32>, %b: tensor<1xf32>) {
  // CHECK: a parameter has shape [1], the input's outermost axis needs [4]
  %0 = ncnn.bias %x, %b : (tensor<4x6x8xf32>, tensor<1xf32>) -> tensor<4x6x8xf32>
  func.return
}

// -----

// And a scale, wherever it comes from.
func.func @main(%x: tensor<4x6x8xf32>, %s: tensor<8xf32>) {
  // CHECK: a parameter has shape [8], the input's outermost axis needs [4]
  %0, %1 = ncnn.scale %x, %s : (tensor<4x6x8xf32>, tensor<8xf32>) -> (tensor<4x6x8xf32>, tensor<8xf32>)
  func.return
}

// -----

// The second result of Scale is its scale.
func.func @main(%x: tensor<4x6x8xf32>, %s: tensor<4xf32>) {
  // CHECK: result has shape [4, 6, 8], the shape rule gives [4]
  %0, %1 = ncnn.scale %x, %s : (tensor<4x6x8xf32>, tensor<4xf32>) -> (tensor<4x6x8xf32>, tensor<4x6x8xf32>)
  func.return
}

// -----

// LRN knows images, not volumes.
func.func @main(%x: tensor<4x2x6x8xf32>) {
  // CHECK: input must have up to 3 dimensions (c,h,w), not 4
  %0 = ncnn.lrn across_channels %x : (tensor<4x2x6x8xf32>) -> tensor<4x2x6x8xf32>
  func.return
}

// -----

// The window of LRN holds something.
func.func @main(%x: tensor<4x6x8xf32>) {
  // CHECK: local_size must be positive, not 0
  %0 = ncnn.lrn within_channel %x local_size 0 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  func.return
}

// -----

func.func @main(%x: tensor<16x5x4xf32>, %s: tensor<4x4xf32>) {
  // CHECK: the scale has shape [4, 4], the input 16 channels
  %0 = ncnn.scale %x, %s : (tensor<16x5x4xf32>, tensor<4x4xf32>) -> tensor<16x5x4xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5x3x4xf32>, %s: tensor<5x1x1xf32>) {
  // CHECK: the scale has shape [5, 1, 1]: ncnn reads the gaps between its channels
  %0 = ncnn.scale %x, %s : (tensor<5x3x4xf32>, tensor<5x1x1xf32>) -> tensor<5x3x4xf32>
  func.return
}
