// RUN: verify-diagnostics %s

func.func @main(%b: tensor<4x20xf32>, %s: tensor<19xf32>, %s1: tensor<20xf32>) {
  // expected-error @+1 {{boxes and scores have shapes [4, 20] and [19]}}
  ncnn.select_boxes %b, %s most 5 overlap 0.5 score 0.25 : (tensor<4x20xf32>, tensor<19xf32>) -> tensor<5xf32>
  // expected-error @+1 {{21 of 20 boxes cannot be chosen}}
  ncnn.select_boxes %b, %s1 most 21 overlap 0.5 score 0.25 : (tensor<4x20xf32>, tensor<20xf32>) -> tensor<21xf32>
  func.return
}
