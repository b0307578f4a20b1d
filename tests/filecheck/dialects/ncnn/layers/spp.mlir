// RUN: round-trip %s

func.func @spp(%x: tensor<3x7x5xf32>) {
  %0 = ncnn.spp max %x levels 3 : tensor<3x7x5xf32> -> tensor<63xf32>
  %1 = ncnn.spp avg %x : tensor<3x7x5xf32> -> tensor<3xf32>
  func.return
}
