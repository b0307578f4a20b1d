// RUN: verify-diagnostics %s

func.func @main(%x: tensor<3x6xf32>, %x1: tensor<1x6xf32>) {
  // expected-error @+1 {{axis 2 is outside of 2 dimensions}}
  ncnn.glu %x axis 2 : tensor<3x6xf32> -> tensor<3x3xf32>
  // expected-error @+1 {{an axis of 1 has no halves}}
  ncnn.glu %x1 : tensor<1x6xf32> -> tensor<1x6xf32>
  func.return
}
