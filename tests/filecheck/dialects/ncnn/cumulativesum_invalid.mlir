// RUN: verify-diagnostics %s

func.func @main(%x: tensor<3x6xf32>) {
  // expected-error @+1 {{axis -3 is outside of 2 dimensions}}
  ncnn.cumulativesum %x axis -3 : tensor<3x6xf32> -> tensor<3x6xf32>
  func.return
}
