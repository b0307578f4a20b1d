// RUN: round-trip %s

func.func @main(%b: tensor<4x20xf32>, %s: tensor<20xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.select_boxes %b, %s most 5 overlap 5.000000e-01 score 2.500000e-01 : (tensor<4x20xf32>, tensor<20xf32>) -> tensor<5xf32>
  %1 = ncnn.select_boxes %u, %s most 5 overlap 5.000000e-01 score 2.500000e-01 : (tensor<*xf32>, tensor<20xf32>) -> tensor<*xf32>
  func.return
}
