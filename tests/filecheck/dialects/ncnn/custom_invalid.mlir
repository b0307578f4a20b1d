// RUN: ncnnc-opt %s --import %S/../../inputs/own_layers.py --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<3x4x5xf32>) {
  // CHECK: result has shape [3, 4], the shape rule gives [3, 4, 5]
  %0 = ncnn.custom "OwnIdentity"(%x) : (tensor<3x4x5xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

func.func @main(%x: tensor<3x4x5xf32>) {
  // CHECK: OwnScale stores 1 weights with these parameters, 0 are given
  %0 = ncnn.custom "OwnScale"(%x) : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<3x4x5xf32>, %w: tensor<4xf32>) {
  // CHECK: array 'factor' has shape [4], not [1]
  %0 = ncnn.custom "OwnScale"(%x) weights(%w : tensor<4xf32>) : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<3x4x5xf32>) {
  // CHECK: its shape function gives 1 shapes, the layer has 2 outputs
  %0, %1 = ncnn.custom "OwnIdentity"(%x) : (tensor<3x4x5xf32>) -> (tensor<3x4x5xf32>, tensor<3x4x5xf32>)
  func.return
}

// -----

func.func @main(%x: tensor<3x4x5xf32>) {
  // CHECK: it takes 2 inputs, not 1
  %0 = ncnn.custom "OwnGate"(%x) : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  func.return
}
