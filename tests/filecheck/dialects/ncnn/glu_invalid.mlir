// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<3x6xf32>) {
  // CHECK: axis 2 is outside of 2 dimensions
  %0 = ncnn.glu %x axis 2 : tensor<3x6xf32> -> tensor<3x3xf32>
  func.return
}

// -----

func.func @main(%x: tensor<1x6xf32>) {
  // CHECK: an axis of 1 has no halves
  %0 = ncnn.glu %x : tensor<1x6xf32> -> tensor<1x6xf32>
  func.return
}
