// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<4x6xf32>, %g: tensor<4xf32>) {
  // CHECK: gamma and beta go together
  %0 = ncnn.groupnorm %x gamma %g : tensor<4xf32> channels 4 : tensor<4x6xf32> -> tensor<4x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6xf32>, %g: tensor<4xf32>, %b: tensor<5xf32>) {
  // CHECK: gamma and beta have shapes {{\[}}[4], [5]]
  %0 = ncnn.instancenorm %x gamma %g : tensor<4xf32> beta %b : tensor<5xf32> : tensor<4x6xf32> -> tensor<4x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // CHECK: 4 channels are not 3 groups of equal size
  %0 = ncnn.groupnorm %x group 3 channels 4 : tensor<4x6xf32> -> tensor<4x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // CHECK: normalises 2 of 4 channels only
  %0 = ncnn.groupnorm %x channels 2 : tensor<4x6xf32> -> tensor<4x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6xf32>, %g: tensor<6xf32>) {
  // CHECK: gamma has shape [6], not [4]
  %0 = ncnn.groupnorm %x gamma %g : tensor<6xf32> beta %g : tensor<6xf32> channels 4 : tensor<4x6xf32> -> tensor<4x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x5x6xf32>, %g: tensor<3xf32>) {
  // CHECK: has parameters for 3 channels, the input has 4
  %0 = ncnn.instancenorm %x gamma %g : tensor<3xf32> beta %g : tensor<3xf32> : tensor<4x5x6xf32> -> tensor<4x5x6xf32>
  func.return
}
