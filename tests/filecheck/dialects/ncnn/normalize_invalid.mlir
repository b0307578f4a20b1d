// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<4x5x6xf32>, %s: tensor<3xf32>) {
  // CHECK: scale has 3 elements, 4 are needed
  %0 = ncnn.normalize least_root %x, %s across_spatial : (tensor<4x5x6xf32>, tensor<3xf32>) -> tensor<4x5x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x5x6xf32>, %s: tensor<4x1xf32>) {
  // CHECK: scale must have 1 dimension, not 2
  %0 = ncnn.normalize least_root %x, %s across_spatial : (tensor<4x5x6xf32>, tensor<4x1xf32>) -> tensor<4x5x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x5xf32>) {
  // CHECK: result has shape [4, 5], the shape rule gives [1, 4, 5]
  %0 = ncnn.mvn %x : tensor<4x5xf32> -> tensor<4x5xf32>
  func.return
}
