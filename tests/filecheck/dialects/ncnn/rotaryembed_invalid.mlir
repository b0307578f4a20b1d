// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<5x7xf32>, %c: tensor<5x4xf32>) {
  // CHECK: a row of 7 is not made of pairs
  %0 = ncnn.rotaryembed %x, %c, %c : (tensor<5x7xf32>, tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5x8xf32>, %c: tensor<5x4xf32>, %s: tensor<4x4xf32>) {
  // CHECK: sin has shape [4, 4], less than [5, 4]
  %0 = ncnn.rotaryembed %x, %c, %s : (tensor<5x8xf32>, tensor<5x4xf32>, tensor<4x4xf32>) -> tensor<5x8xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5x8xf32>, %c: tensor<5x8xf32>, %s: tensor<5x4xf32>) {
  // CHECK: cos is 8 wide and sin 4: both must be as wide as a row (8), or neither
  %0 = ncnn.rotaryembed %x, %c, %s : (tensor<5x8xf32>, tensor<5x8xf32>, tensor<5x4xf32>) -> tensor<5x8xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5x8xf32>, %c: tensor<5x6xf32>, %s: tensor<5x8xf32>) {
  // CHECK: cos is 6 wide and sin 8: both must be as wide as a row (8), or neither
  %0 = ncnn.rotaryembed %x, %c, %s : (tensor<5x8xf32>, tensor<5x6xf32>, tensor<5x8xf32>) -> tensor<5x8xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5x8xf32>, %c: tensor<2x5x4xf32>) {
  // CHECK: cos must have 1 or 2 dimensions, not 3
  %0 = ncnn.rotaryembed %x, %c, %c : (tensor<5x8xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>) -> tensor<5x8xf32>
  func.return
}

// -----

func.func @main(%x: tensor<1x2x5x8xf32>, %c: tensor<5x4xf32>) {
  // CHECK: input must have 1 to 3 dimensions, not 4
  %0 = ncnn.rotaryembed %x, %c, %c : (tensor<1x2x5x8xf32>, tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<1x2x5x8xf32>
  func.return
}
