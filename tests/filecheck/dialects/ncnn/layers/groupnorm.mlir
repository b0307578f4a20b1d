// RUN: round-trip %s

// Channels in groups, and each by itself, with and without gamma and beta.
func.func @main(%x: tensor<4x5x6xf32>, %m: tensor<4x6xf32>, %g: tensor<4xf32>) {
  %0 = ncnn.groupnorm %x gamma %g : tensor<4xf32> beta %g : tensor<4xf32> group 2 channels 4 eps 1.000000e-05 : tensor<4x5x6xf32> -> tensor<4x5x6xf32>
  %1 = ncnn.groupnorm %m channels 4 : tensor<4x6xf32> -> tensor<4x6xf32>
  %2 = ncnn.instancenorm %x gamma %g : tensor<4xf32> beta %g : tensor<4xf32> eps 5.000000e-01 : tensor<4x5x6xf32> -> tensor<4x5x6xf32>
  %3 = ncnn.instancenorm %m : tensor<4x6xf32> -> tensor<4x6xf32>
  func.return
}
