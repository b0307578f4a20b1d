// RUN: verify-diagnostics %s

func.func @main(%a: tensor<5xf32>, %b: tensor<3x5xf32>, %c: tensor<2x5x6xf32>, %d: tensor<1x5x6xf32>) {
  // expected-error @+1 {{6 of 5 classes cannot be chosen}}
  ncnn.classes %a top 6 : tensor<5xf32> -> tensor<6x2xf32>
  // expected-error @+1 {{scores of classes have the shape [c] or [c, h, w], not [3, 5]}}
  ncnn.classes %b top 1 : tensor<3x5xf32> -> tensor<1x2xf32>
  // expected-error @+1 {{each pixel gets one class, not 2}}
  ncnn.classes %c top 2 : tensor<2x5x6xf32> -> tensor<5x6xf32>
  // expected-error @+1 {{of one class each pixel has the same}}
  ncnn.classes %d top 1 : tensor<1x5x6xf32> -> tensor<5x6xf32>
  func.return
}
