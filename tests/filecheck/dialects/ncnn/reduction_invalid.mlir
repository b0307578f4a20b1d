// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Axes exist.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: axis 3 is outside of 3 dimensions
  %0 = ncnn.reduction sum %x axes [3] : tensor<4x7x9xf32> -> tensor<4x7xf32>
  func.return
}

// -----

// Reduced axes vanish.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: result has shape [4, 1, 9], the shape rule gives [4, 9]
  %0 = ncnn.reduction sum %x axes [1] : tensor<4x7x9xf32> -> tensor<4x1x9xf32>
  func.return
}
