// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x6xf32>, %x1: tensor<4x6x2xf32>) {
  // expected-error @+1 {{[4, 6] has no diagonal -4}}
  ncnn.diag %x diagonal -4 : tensor<4x6xf32> -> tensor<1xf32>
  // expected-error @+1 {{input must have 1 or 2 dimensions, not 3}}
  ncnn.diag %x1 : tensor<4x6x2xf32> -> tensor<4xf32>
  func.return
}
