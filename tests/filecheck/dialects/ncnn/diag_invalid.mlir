// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<4x6xf32>) {
  // CHECK: [4, 6] has no diagonal -4
  %0 = ncnn.diag %x diagonal -4 : tensor<4x6xf32> -> tensor<1xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6x2xf32>) {
  // CHECK: input must have 1 or 2 dimensions, not 3
  %0 = ncnn.diag %x : tensor<4x6x2xf32> -> tensor<4xf32>
  func.return
}
