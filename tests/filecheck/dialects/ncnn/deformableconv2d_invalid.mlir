// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<3x7x9xf32>, %w: tensor<6x4x3x3xf32>, %o: tensor<18x5x7xf32>) {
  // CHECK: input has 3 channels, the weights are for 4
  %0 = ncnn.deformable_conv2d %x, %w at %o : tensor<18x5x7xf32> : tensor<3x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>, %o: tensor<18x7x9xf32>) {
  // CHECK: offset must have shape [18, 5, 7], not [18, 7, 9]
  %0 = ncnn.deformable_conv2d %x, %w at %o : tensor<18x7x9xf32> : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>, %o: tensor<18x5x7xf32>, %m: tensor<18x5x7xf32>) {
  // CHECK: mask must have shape [9, 5, 7], not [18, 5, 7]
  %0 = ncnn.deformable_conv2d %x, %w at %o : tensor<18x5x7xf32> mask %m : tensor<18x5x7xf32> : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7x1xf32>, %w: tensor<6x4x3x3xf32>, %o: tensor<18x5x1xf32>) {
  // CHECK: kernel extent 3 exceeds the padded input of 1
  %0 = ncnn.deformable_conv2d %x, %w at %o : tensor<18x5x1xf32> : tensor<4x7x1xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x1xf32>
  func.return
}
