// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// The other axes agree.
func.func @main(%a: tensor<4x7xf32>, %b: tensor<4x6xf32>) {
  // CHECK: inputs of shape [4, 7] and [4, 6] differ outside of axis 0
  %0 = ncnn.concat %a, %b : (tensor<4x7xf32>, tensor<4x6xf32>) -> tensor<8x7xf32>
  func.return
}

// -----

// So do the ranks.
func.func @main(%a: tensor<4x7xf32>, %b: tensor<4xf32>) {
  // CHECK: inputs of shape [4, 7] and [4] differ outside of axis 0
  %0 = ncnn.concat %a, %b : (tensor<4x7xf32>, tensor<4xf32>) -> tensor<8x7xf32>
  func.return
}

// -----

// The axis exists.
func.func @main(%a: tensor<4x7xf32>) {
  // CHECK: axis 2 is outside of 2 dimensions
  %0 = ncnn.concat %a axis 2 : (tensor<4x7xf32>) -> tensor<4x7xf32>
  func.return
}
