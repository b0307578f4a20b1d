// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x6xf32>, %g: tensor<4xf32>, %b: tensor<5xf32>, %g1: tensor<6xf32>, %x1: tensor<4x5x6xf32>, %g2: tensor<3xf32>) {
  // expected-error @+1 {{gamma and beta go together}}
  ncnn.groupnorm %x gamma %g : tensor<4xf32> channels 4 : tensor<4x6xf32> -> tensor<4x6xf32>
  // expected-error @+1 {{gamma and beta have shapes [[4], [5]]}}
  ncnn.instancenorm %x gamma %g : tensor<4xf32> beta %b : tensor<5xf32> : tensor<4x6xf32> -> tensor<4x6xf32>
  // expected-error @+1 {{4 channels are not 3 groups of equal size}}
  ncnn.groupnorm %x group 3 channels 4 : tensor<4x6xf32> -> tensor<4x6xf32>
  // expected-error @+1 {{normalises 2 of 4 channels only}}
  ncnn.groupnorm %x channels 2 : tensor<4x6xf32> -> tensor<4x6xf32>
  // expected-error @+1 {{gamma has shape [6], not [4]}}
  ncnn.groupnorm %x gamma %g1 : tensor<6xf32> beta %g1 : tensor<6xf32> channels 4 : tensor<4x6xf32> -> tensor<4x6xf32>
  // expected-error @+1 {{has parameters for 3 channels, the input has 4}}
  ncnn.instancenorm %x1 gamma %g2 : tensor<3xf32> beta %g2 : tensor<3xf32> : tensor<4x5x6xf32> -> tensor<4x5x6xf32>
  func.return
}
