// RUN: ncnnc-opt %s --verify-diagnostics --split-input-file | filecheck %s

func.func @none(%x: tensor<3xf32>) {
  "ncnn.split"(%x) : (tensor<3xf32>) -> ()
  func.return
}
// CHECK: has 0 outputs, must have at least 1

// -----

func.func @shape(%x: tensor<3xf32>) -> tensor<4xf32> {
  %y = ncnn.split %x : (tensor<3xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK: result has shape [4], the shape rule gives [3]
