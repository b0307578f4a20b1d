// RUN: verify-diagnostics %s

func.func @main(%x: tensor<8x4x5xf32>, %g: tensor<5xf32>, %g1: tensor<8xf32>, %x1: tensor<8xf32>) {
  // expected-error @+1 {{a parameter has shape [5], the input's channels need [8]}}
  ncnn.channel_norm %x gamma %g : tensor<5xf32> eps 0.1 : tensor<8x4x5xf32> -> tensor<8x4x5xf32>
  // expected-error @+1 {{beta comes with gamma}}
  ncnn.channel_norm %x beta %g1 : tensor<8xf32> eps 0.1 : tensor<8x4x5xf32> -> tensor<8x4x5xf32>
  // expected-error @+1 {{the input has 1 dimensions, not 2 or 3}}
  ncnn.channel_norm %x1 eps 0.1 : tensor<8xf32> -> tensor<8xf32>
  func.return
}
