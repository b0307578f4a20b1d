// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<8x4x5xf32>, %g: tensor<5xf32>) {
  // CHECK: a parameter has shape [5], the input's channels need [8]
  %0 = ncnn.channel_norm %x gamma %g : tensor<5xf32> eps 0.1 : tensor<8x4x5xf32> -> tensor<8x4x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<8x4x5xf32>, %g: tensor<8xf32>) {
  // CHECK: beta comes with gamma
  %0 = ncnn.channel_norm %x beta %g : tensor<8xf32> eps 0.1 : tensor<8x4x5xf32> -> tensor<8x4x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<8xf32>) {
  // CHECK: the input has 1 dimensions, not 2 or 3
  %0 = ncnn.channel_norm %x eps 0.1 : tensor<8xf32> -> tensor<8xf32>
  func.return
}
