// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Every result of a Noop needs its input.
func.func @main(%x: tensor<4xf32>) {
  // CHECK: has 2 outputs but 1 inputs
  %0, %1 = ncnn.noop %x : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// Results have the shapes of their inputs.
func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // CHECK: result has shape [4], the shape rule gives [5]
  %0, %1 = ncnn.noop %x, %y : (tensor<4xf32>, tensor<5xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}
