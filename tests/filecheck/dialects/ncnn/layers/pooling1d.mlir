// RUN: round-trip %s

// Windows with every kind of border, adaptive ones, whole sequences.
func.func @pooling1d(%x: tensor<3x10xf32>) {
  %0 = ncnn.pooling1d max %x kernel 3 stride 2 : tensor<3x10xf32> -> tensor<3x5xf32>
  %1 = ncnn.pooling1d avg %x kernel 3 stride 2 pad [1, 2] pad_mode valid count_include_pad : tensor<3x10xf32> -> tensor<3x6xf32>
  %2 = ncnn.pooling1d max %x kernel 4 stride 3 pad_mode same_lower : tensor<3x10xf32> -> tensor<3x4xf32>
  %3 = ncnn.pooling1d avg %x adaptive 4 : tensor<3x10xf32> -> tensor<3x4xf32>
  %4 = ncnn.pooling1d max %x adaptive -233 : tensor<3x10xf32> -> tensor<3x10xf32>
  %5 = ncnn.pooling1d avg %x global : tensor<3x10xf32> -> tensor<3xf32>
  func.return
}
