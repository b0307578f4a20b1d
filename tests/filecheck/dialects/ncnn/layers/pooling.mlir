// RUN: round-trip %s

// Windows: each pad mode; defaults are not printed.
func.func @pooling(%x: tensor<4x7x9xf32>) {
  %0 = ncnn.pooling max %x kernel [3, 3] stride [2, 2] : tensor<4x7x9xf32> -> tensor<4x3x4xf32>
  %1 = ncnn.pooling max %x kernel [2, 3] stride [2, 1] pad [1, 0, 1, 2] pad_mode valid : tensor<4x7x9xf32> -> tensor<4x4x9xf32>
  %2 = ncnn.pooling avg %x kernel [3, 3] stride [2, 2] pad_mode same_upper count_include_pad : tensor<4x7x9xf32> -> tensor<4x4x5xf32>
  %3 = ncnn.pooling avg %x kernel [3, 3] stride [2, 2] pad_mode same_lower : tensor<4x7x9xf32> -> tensor<4x4x5xf32>
  %4 = ncnn.pooling avg %x kernel [3, 2] pad [1, 1, 1, 1] : tensor<4x7x9xf32> -> tensor<4x7x10xf32>
  func.return
}

// Whole channels give a vector; adaptive windows, of which -233 keeps an extent.
func.func @pooling1(%x: tensor<4x7x9xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.pooling avg %x global : tensor<4x7x9xf32> -> tensor<4xf32>
  %1 = ncnn.pooling max %x adaptive [2, -233] : tensor<4x7x9xf32> -> tensor<4x2x9xf32>
  %2 = ncnn.pooling max %u global : tensor<*xf32> -> tensor<*xf32>
  func.return
}
