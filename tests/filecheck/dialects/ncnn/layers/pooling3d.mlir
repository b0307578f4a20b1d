// RUN: round-trip %s

// Windows with every kind of border, adaptive ones, whole volumes.
func.func @pooling3d(%x: tensor<4x5x7x9xf32>) {
  %0 = ncnn.pooling3d max %x kernel [2, 3, 3] stride [2, 2, 2] : tensor<4x5x7x9xf32> -> tensor<4x3x3x4xf32>
  %1 = ncnn.pooling3d avg %x kernel [1, 3, 3] stride [1, 2, 2] pad [0, 1, 1, 0, 1, 1] pad_mode valid count_include_pad : tensor<4x5x7x9xf32> -> tensor<4x5x4x5xf32>
  %2 = ncnn.pooling3d max %x kernel [4, 2, 2] stride [3, 2, 2] pad_mode same_lower : tensor<4x5x7x9xf32> -> tensor<4x2x4x5xf32>
  %3 = ncnn.pooling3d avg %x adaptive [2, -233, 4] : tensor<4x5x7x9xf32> -> tensor<4x2x7x4xf32>
  %4 = ncnn.pooling3d avg %x global : tensor<4x5x7x9xf32> -> tensor<4xf32>
  func.return
}
