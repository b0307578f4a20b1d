// RUN: round-trip %s

func.func @main(%x: tensor<4x5x6xf32>, %s: tensor<4xf32>) {
  %0 = ncnn.normalize least_root %x, %s across_spatial across_channel channel_shared eps 5.000000e-01 : (tensor<4x5x6xf32>, tensor<4xf32>) -> tensor<4x5x6xf32>
  %1 = ncnn.normalize added_to_square %x, %s across_channel : (tensor<4x5x6xf32>, tensor<4xf32>) -> tensor<4x5x6xf32>
  func.return
}
