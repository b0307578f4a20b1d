// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%a: tensor<4x7x9xf32>, %b: tensor<4x9x10xf32>) {
  // CHECK: image [4, 9, 10] is not [4, 7, 9] with the same border on each side
  %0 = ncnn.correlation %a, %b : (tensor<4x7x9xf32>, tensor<4x9x10xf32>) -> tensor<9x7x9xf32>
  func.return
}

// -----

func.func @main(%a: tensor<4x7x9xf32>, %b: tensor<4x8x10xf32>) {
  // CHECK: image [4, 8, 10] is not [4, 7, 9] with the same border on each side
  %0 = ncnn.correlation %a, %b : (tensor<4x7x9xf32>, tensor<4x8x10xf32>) -> tensor<4x7x9xf32>
  func.return
}

// -----

func.func @main(%a: tensor<7x9xf32>, %b: tensor<9x11xf32>) {
  // CHECK: images must have 3 dimensions, not 2 and 2
  %0 = ncnn.correlation %a, %b : (tensor<7x9xf32>, tensor<9x11xf32>) -> tensor<9x7x9xf32>
  func.return
}
