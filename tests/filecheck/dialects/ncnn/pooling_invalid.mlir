// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7xf32>, %x1: tensor<4x7x9xf32>) {
  // expected-error @+1 {{input must have 3 dimensions (c,h,w), not 2}}
  ncnn.pooling max %x kernel [3, 3] : tensor<4x7xf32> -> tensor<4x5xf32>
  // expected-error @+1 {{result has shape [4, 7, 9], the shape rule gives [4, 5, 7]}}
  ncnn.pooling max %x1 kernel [3, 3] : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  // expected-error @+1 {{kernel 8 exceeds the padded input of 7}}
  ncnn.pooling max %x1 kernel [8, 3] pad_mode valid : tensor<4x7x9xf32> -> tensor<4x1x7xf32>
  // expected-error @+1 {{stride [0] must be positive, at most 1048576}}
  ncnn.pooling max %x1 kernel [3, 3] stride [0, 1] : tensor<4x7x9xf32> -> tensor<4x5x7xf32>
  // expected-error @+1 {{pads [-1, 0, 0, 0] must not be negative}}
  ncnn.pooling max %x1 kernel [3, 3] pad [-1, 0, 0, 0] : tensor<4x7x9xf32> -> tensor<4x5x7xf32>
  // expected-error @+1 {{pad must have 4 entries, not 2}}
  ncnn.pooling max %x1 kernel [3, 3] pad [1, 1] : tensor<4x7x9xf32> -> tensor<4x5x7xf32>
  // expected-error @+1 {{adaptive output size 0 must be positive}}
  ncnn.pooling max %x1 adaptive [0, 2] : tensor<4x7x9xf32> -> tensor<4x1x2xf32>
  // expected-error @+1 {{stride [2000000000] must be positive, at most 1048576}}
  ncnn.pooling avg %x1 kernel [3, 3] stride [2000000000, 1] : tensor<4x7x9xf32> -> tensor<4x1x7xf32>
  // expected-error @+1 {{kernel [2000000000] must be positive, at most 1048576}}
  ncnn.pooling max %x1 kernel [2000000000, 3] : tensor<4x7x9xf32> -> tensor<4x1x7xf32>
  // expected-error @+1 {{pads [2000000000, 0, 0, 0] must be at most 1048576}}
  ncnn.pooling max %x1 kernel [3, 3] pad [2000000000, 0, 0, 0] : tensor<4x7x9xf32> -> tensor<4x1x7xf32>
  func.return
}
