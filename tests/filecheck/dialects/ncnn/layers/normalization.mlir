// RUN: round-trip %s

// Channel-wise ops on images and matrices, and LRN.
func.func @main(%x: tensor<4x6x8xf32>, %m: tensor<4x6xf32>, %c: tensor<4xf32>, %n: tensor<9xf32>) {
  %0 = ncnn.batchnorm %x, %c, %c, %c, %c : (tensor<4x6x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x8xf32>
  %1 = ncnn.batchnorm %m, %c, %c, %c, %c eps 5.000000e-01 : (tensor<4x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6xf32>
  %2 = ncnn.bias %x, %c : (tensor<4x6x8xf32>, tensor<4xf32>) -> tensor<4x6x8xf32>
  %3 = ncnn.bias %m, %n : (tensor<4x6xf32>, tensor<9xf32>) -> tensor<4x6xf32>
  %4 = ncnn.scale %x, %c : (tensor<4x6x8xf32>, tensor<4xf32>) -> tensor<4x6x8xf32>
  %5 = ncnn.scale %x, %c bias %c : (tensor<4x6x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x8xf32>
  %6, %7 = ncnn.scale %x, %c : (tensor<4x6x8xf32>, tensor<4xf32>) -> (tensor<4x6x8xf32>, tensor<4xf32>)
  %8 = ncnn.lrn across_channels %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %9 = ncnn.lrn within_channel %x local_size 3 alpha 2.000000e+00 beta 5.000000e-01 bias 3.000000e+00 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  func.return
}
