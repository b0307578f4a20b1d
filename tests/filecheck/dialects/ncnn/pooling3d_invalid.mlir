// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Channels, depth, height and width.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: input must have 4 dimensions (c,d,h,w), not 3
  %0 = ncnn.pooling3d max %x global : tensor<4x7x9xf32> -> tensor<4xf32>
  func.return
}

// -----

// Windows fit into the padded input.
func.func @main(%x: tensor<4x5x7x9xf32>) {
  // CHECK: kernel 8 exceeds the padded input of 7
  %0 = ncnn.pooling3d max %x kernel [8, 1, 1] pad [1, 0, 0, 1, 0, 0] pad_mode valid : tensor<4x5x7x9xf32> -> tensor<4x1x7x9xf32>
  func.return
}

// -----

// Pads are cells.
func.func @main(%x: tensor<4x5x7x9xf32>) {
  // CHECK: pads [0, 0, 0, 0, 0, -1] must not be negative
  %0 = ncnn.pooling3d max %x kernel [1, 1, 3] pad [0, 0, 0, 0, 0, -1] : tensor<4x5x7x9xf32> -> tensor<4x5x7x7xf32>
  func.return
}

// -----

// An extent for each axis.
func.func @main(%x: tensor<4x5x7x9xf32>) {
  // CHECK: adaptive_size must have 3 entries, not 2
  %0 = ncnn.pooling3d max %x adaptive [2, 2] : tensor<4x5x7x9xf32> -> tensor<4x5x2x2xf32>
  func.return
}

// -----

// The result has a cell for each window.
func.func @main(%x: tensor<4x5x7x9xf32>) {
  // CHECK: result has shape [4, 3, 3, 3], the shape rule gives [4, 3, 3, 4]
  %0 = ncnn.pooling3d max %x kernel [2, 3, 3] stride [2, 2, 2] : tensor<4x5x7x9xf32> -> tensor<4x3x3x3xf32>
  func.return
}
