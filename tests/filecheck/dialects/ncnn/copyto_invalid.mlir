// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<4x7xf32>, %s: tensor<3x2xf32>) {
  // CHECK: the source, 2 to 5 of axis 0, is outside of an axis of 4
  %0 = ncnn.copyto %x, %s offset [0, 0, 2, 0] : (tensor<4x7xf32>, tensor<3x2xf32>) -> tensor<4x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7xf32>, %s: tensor<3x2xf32>) {
  // CHECK: offset must have 4 entries, not 2
  %0 = ncnn.copyto %x, %s offset [0, 0] : (tensor<4x7xf32>, tensor<3x2xf32>) -> tensor<4x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x7xf32>, %s: tensor<3x2xf32>) {
  // CHECK: 2 axes need as many starts, not 1
  %0 = ncnn.copyto %x, %s starts [1] : (tensor<4x7xf32>, tensor<3x2xf32>) -> tensor<4x7xf32>
  func.return
}
