// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>, %x1: tensor<4x5x7x9xf32>) {
  // expected-error @+1 {{input must have 4 dimensions (c,d,h,w), not 3}}
  ncnn.pooling3d max %x global : tensor<4x7x9xf32> -> tensor<4xf32>
  // expected-error @+1 {{kernel 8 exceeds the padded input of 7}}
  ncnn.pooling3d max %x1 kernel [8, 1, 1] pad [1, 0, 0, 1, 0, 0] pad_mode valid : tensor<4x5x7x9xf32> -> tensor<4x1x7x9xf32>
  // expected-error @+1 {{pads [0, 0, 0, 0, 0, -1] must not be negative}}
  ncnn.pooling3d max %x1 kernel [1, 1, 3] pad [0, 0, 0, 0, 0, -1] : tensor<4x5x7x9xf32> -> tensor<4x5x7x7xf32>
  // expected-error @+1 {{adaptive_size must have 3 entries, not 2}}
  ncnn.pooling3d max %x1 adaptive [2, 2] : tensor<4x5x7x9xf32> -> tensor<4x5x2x2xf32>
  // expected-error @+1 {{result has shape [4, 3, 3, 3], the shape rule gives [4, 3, 3, 4]}}
  ncnn.pooling3d max %x1 kernel [2, 3, 3] stride [2, 2, 2] : tensor<4x5x7x9xf32> -> tensor<4x3x3x3xf32>
  func.return
}
