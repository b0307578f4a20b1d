// RUN: round-trip %s

// A matrix is one channel.
func.func @statisticspooling(%x: tensor<3x6x5xf32>, %m: tensor<6x5xf32>) {
  %0 = ncnn.statisticspooling %x : tensor<3x6x5xf32> -> tensor<3xf32>
  %1 = ncnn.statisticspooling %x stddev : tensor<3x6x5xf32> -> tensor<6xf32>
  %2 = ncnn.statisticspooling %m stddev : tensor<6x5xf32> -> tensor<2xf32>
  func.return
}
