// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Channels and length.
func.func @main(%x: tensor<3x1x10xf32>) {
  // CHECK: input must have 2 dimensions (channels,w), not 3
  %0 = ncnn.pooling1d max %x global : tensor<3x1x10xf32> -> tensor<3xf32>
  func.return
}

// -----

// Windows have an extent, and move on.
func.func @main(%x: tensor<3x10xf32>) {
  // CHECK: kernel [0] must be positive, at most 1048576
  %0 = ncnn.pooling1d max %x kernel 0 stride 2 : tensor<3x10xf32> -> tensor<3x5xf32>
  func.return
}

// -----

// They fit into the padded input.
func.func @main(%x: tensor<3x10xf32>) {
  // CHECK: kernel 13 exceeds the padded input of 12
  %0 = ncnn.pooling1d max %x kernel 13 pad [1, 1] pad_mode valid : tensor<3x10xf32> -> tensor<3x1xf32>
  func.return
}

// -----

// Pads are cells.
func.func @main(%x: tensor<3x10xf32>) {
  // CHECK: pads [0, -1] must not be negative
  %0 = ncnn.pooling1d max %x kernel 3 pad [0, -1] : tensor<3x10xf32> -> tensor<3x7xf32>
  func.return
}

// -----

// There is an output.
func.func @main(%x: tensor<3x10xf32>) {
  // CHECK: adaptive output size 0 must be positive
  %0 = ncnn.pooling1d max %x adaptive 0 : tensor<3x10xf32> -> tensor<3x1xf32>
  func.return
}

// -----

// The result has a cell for each window.
func.func @main(%x: tensor<3x10xf32>) {
  // CHECK: result has shape [3, 4], the shape rule gives [3, 5]
  %0 = ncnn.pooling1d max %x kernel 3 stride 2 : tensor<3x10xf32> -> tensor<3x4xf32>
  func.return
}

// -----

// No window covers, moves by or is padded by more cells than a blob can have.
func.func @main(%x: tensor<3x10xf32>) {
  // CHECK: stride [2000000000] must be positive, at most 1048576
  %0 = ncnn.pooling1d avg %x kernel 3 stride 2000000000 : tensor<3x10xf32> -> tensor<3x1xf32>
  func.return
}
