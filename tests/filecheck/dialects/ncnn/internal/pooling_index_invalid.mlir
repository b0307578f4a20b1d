// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: result has shape [4, 3, 5], the shape rule gives [4, 4, 5]
  %0 = ncnn.pooling_index %x kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] : tensor<4x7x9xf32> -> tensor<4x3x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: pads [2, 1, 1, 1] exceed half of the kernel [3, 3]
  %0 = ncnn.pooling_index %x kernel [3, 3] stride [2, 2] pad [2, 1, 1, 1] : tensor<4x7x9xf32> -> tensor<4x4x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: kernel and stride have 2 numbers, pad has 4
  %0 = ncnn.pooling_index %x kernel [3] stride [2, 2] pad [1, 1, 1, 1] : tensor<4x7x9xf32> -> tensor<4x4x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x2x9xf32>) {
  // CHECK: kernel 3 exceeds the padded input of 2
  %0 = ncnn.pooling_index %x kernel [3, 3] stride [2, 2] pad [0, 0, 0, 0] : tensor<4x2x9xf32> -> tensor<4x1x4xf32>
  func.return
}

// -----

func.func @main(%x: tensor<1x4097x4097xf32>) {
  // CHECK: 4097x4097 cells have numbers beyond 16777216
  %0 = ncnn.pooling_index %x kernel [1, 1] stride [1, 1] pad [0, 0, 0, 0] : tensor<1x4097x4097xf32> -> tensor<1x4097x4097xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x2x3xf32>, %i: tensor<4x3x2xf32>) {
  // CHECK: input and index have shapes [4, 2, 3] and [4, 3, 2]
  %0 = ncnn.unpool %x, %i size [4, 6] : (tensor<4x2x3xf32>, tensor<4x3x2xf32>) -> tensor<4x4x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x2x3xf32>) {
  // CHECK: size [4] must be 2 numbers
  %0 = ncnn.unpool %x, %x size [4] : (tensor<4x2x3xf32>, tensor<4x2x3xf32>) -> tensor<4x4x6xf32>
  func.return
}
