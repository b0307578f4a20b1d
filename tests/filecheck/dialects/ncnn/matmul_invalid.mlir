// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%a: tensor<4x6xf32>, %b: tensor<5x6xf32>) {
  // CHECK: a has 6 columns, b 5 rows
  %0 = ncnn.matmul %a, %b : (tensor<4x6xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  func.return
}

// -----

func.func @main(%a: tensor<2x4x6xf32>, %b: tensor<3x6x5xf32>) {
  // CHECK: batches [2] and [3] do not fit
  %0 = ncnn.matmul %a, %b : (tensor<2x4x6xf32>, tensor<3x6x5xf32>) -> tensor<3x4x5xf32>
  func.return
}
