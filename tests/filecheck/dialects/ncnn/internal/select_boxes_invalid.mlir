// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%b: tensor<4x20xf32>, %s: tensor<19xf32>) {
  // CHECK: boxes and scores have shapes [4, 20] and [19]
  %0 = ncnn.select_boxes %b, %s most 5 overlap 0.5 score 0.25 : (tensor<4x20xf32>, tensor<19xf32>) -> tensor<5xf32>
  func.return
}

// -----

func.func @main(%b: tensor<4x20xf32>, %s: tensor<20xf32>) {
  // CHECK: 21 of 20 boxes cannot be chosen
  %0 = ncnn.select_boxes %b, %s most 21 overlap 0.5 score 0.25 : (tensor<4x20xf32>, tensor<20xf32>) -> tensor<21xf32>
  func.return
}
