// RUN: round-trip %s

func.func @statisticspooling(%x: tensor<3x6x5xf32>) {
  %0 = ncnn.statisticspooling %x : tensor<3x6x5xf32> -> tensor<3xf32>
  %1 = ncnn.statisticspooling %x stddev : tensor<3x6x5xf32> -> tensor<6xf32>
  func.return
}
