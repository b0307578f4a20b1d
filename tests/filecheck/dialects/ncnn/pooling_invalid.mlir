// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Channels, height and width.
func.func @main(%x: tensor<4x7xf32>) {
  // CHECK: input must have 3 dimensions (c,h,w), not 2
  %0 = ncnn.pooling max %x kernel [3, 3] : tensor<4x7xf32> -> tensor<4x5xf32>
  func.return
}

// -----

// The result has the shape that the windows give.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: result has shape [4, 7, 9], the shape rule gives [4, 5, 7]
  %0 = ncnn.pooling max %x kernel [3, 3] : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  func.return
}

// -----

// A window fits into the padded input.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: kernel 8 exceeds the padded input of 7
  %0 = ncnn.pooling max %x kernel [8, 3] pad_mode valid : tensor<4x7x9xf32> -> tensor<4x1x7xf32>
  func.return
}

// -----

// Strides move on.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: stride [0] must be positive, at most 1048576
  %0 = ncnn.pooling max %x kernel [3, 3] stride [0, 1] : tensor<4x7x9xf32> -> tensor<4x5x7xf32>
  func.return
}

// -----

// Padding only adds.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: pads [-1, 0, 0, 0] must not be negative
  %0 = ncnn.pooling max %x kernel [3, 3] pad [-1, 0, 0, 0] : tensor<4x7x9xf32> -> tensor<4x5x7xf32>
  func.return
}

// -----

// One entry for each side.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: pad must have 4 entries, not 2
  %0 = ncnn.pooling max %x kernel [3, 3] pad [1, 1] : tensor<4x7x9xf32> -> tensor<4x5x7xf32>
  func.return
}

// -----

// At least one window.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: adaptive output size 0 must be positive
  %0 = ncnn.pooling max %x adaptive [0, 2] : tensor<4x7x9xf32> -> tensor<4x1x2xf32>
  func.return
}

// -----

// No window covers, moves by or is padded by more cells than a blob can have.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: stride [2000000000] must be positive, at most 1048576
  %0 = ncnn.pooling avg %x kernel [3, 3] stride [2000000000, 1] : tensor<4x7x9xf32> -> tensor<4x1x7xf32>
  func.return
}

// -----

// No window covers, moves by or is padded by more cells than a blob can have.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: kernel [2000000000] must be positive, at most 1048576
  %0 = ncnn.pooling max %x kernel [2000000000, 3] : tensor<4x7x9xf32> -> tensor<4x1x7xf32>
  func.return
}

// -----

// No window covers, moves by or is padded by more cells than a blob can have.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: pads [2000000000, 0, 0, 0] must be at most 1048576
  %0 = ncnn.pooling max %x kernel [3, 3] pad [2000000000, 0, 0, 0] : tensor<4x7x9xf32> -> tensor<4x1x7xf32>
  func.return
}
