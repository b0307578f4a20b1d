// RUN: round-trip %s

func.func @cumulativesum(%x: tensor<3x6x5xf32>) {
  %0 = ncnn.cumulativesum %x axis 1 : tensor<3x6x5xf32> -> tensor<3x6x5xf32>
  %1 = ncnn.cumulativesum %x : tensor<3x6x5xf32> -> tensor<3x6x5xf32>
  func.return
}
