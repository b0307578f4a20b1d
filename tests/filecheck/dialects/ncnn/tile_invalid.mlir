// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<4x7xf32>) {
  // CHECK: result has shape [4, 7], the shape rule gives [8, 7]
  %0 = ncnn.tile %x tiles 2 : (tensor<4x7xf32>) -> tensor<4x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7xf32>) {
  // CHECK: [1, 0] must be at most 4 positive numbers
  %0 = ncnn.tile %x repeats [0] : (tensor<4x7xf32>) -> tensor<4x7xf32>
  func.return
}
