// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// The axis exists.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: axis -4 is outside of 3 dimensions
  %0 = ncnn.softmax %x axis -4 : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  func.return
}

// -----

// The shape stays.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: result has shape [4, 63], the shape rule gives [4, 7, 9]
  %0 = ncnn.softmax %x : tensor<4x7x9xf32> -> tensor<4x63xf32>
  func.return
}
