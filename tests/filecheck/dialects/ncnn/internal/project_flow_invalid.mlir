// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%f: tensor<3x7x9xf32>, %w: tensor<1x7x9xf32>) {
  // CHECK: flow must have shape [2, h, w], not [3, 7, 9]
  %0 = ncnn.project_flow %f, %w : (tensor<3x7x9xf32>, tensor<1x7x9xf32>) -> tensor<3x7x9xf32>
  func.return
}

// -----

func.func @main(%f: tensor<2x7x9xf32>, %w: tensor<1x7x8xf32>) {
  // CHECK: depth must have shape [1, 7, 9], not [1, 7, 8]
  %0 = ncnn.project_flow %f, %w : (tensor<2x7x9xf32>, tensor<1x7x8xf32>) -> tensor<2x7x9xf32>
  func.return
}
