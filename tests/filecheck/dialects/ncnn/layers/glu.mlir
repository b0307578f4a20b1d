// RUN: round-trip %s

func.func @glu(%x: tensor<3x6x5xf32>) {
  %0 = ncnn.glu %x axis 1 : tensor<3x6x5xf32> -> tensor<3x3x5xf32>
  %1 = ncnn.glu %x axis -1 : tensor<3x6x5xf32> -> tensor<3x6x2xf32>
  %2 = ncnn.glu %x : tensor<3x6x5xf32> -> tensor<1x6x5xf32>
  func.return
}
