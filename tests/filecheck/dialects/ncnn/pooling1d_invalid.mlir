// RUN: verify-diagnostics %s

func.func @main(%x: tensor<3x1x10xf32>, %x1: tensor<3x10xf32>) {
  // expected-error @+1 {{input must have 2 dimensions (channels,w), not 3}}
  ncnn.pooling1d max %x global : tensor<3x1x10xf32> -> tensor<3xf32>
  // expected-error @+1 {{kernel [0] must be positive, at most 1048576}}
  ncnn.pooling1d max %x1 kernel 0 stride 2 : tensor<3x10xf32> -> tensor<3x5xf32>
  // expected-error @+1 {{kernel 13 exceeds the padded input of 12}}
  ncnn.pooling1d max %x1 kernel 13 pad [1, 1] pad_mode valid : tensor<3x10xf32> -> tensor<3x1xf32>
  // expected-error @+1 {{pads [0, -1] must not be negative}}
  ncnn.pooling1d max %x1 kernel 3 pad [0, -1] : tensor<3x10xf32> -> tensor<3x7xf32>
  // expected-error @+1 {{adaptive output size 0 must be positive}}
  ncnn.pooling1d max %x1 adaptive 0 : tensor<3x10xf32> -> tensor<3x1xf32>
  // expected-error @+1 {{result has shape [3, 4], the shape rule gives [3, 5]}}
  ncnn.pooling1d max %x1 kernel 3 stride 2 : tensor<3x10xf32> -> tensor<3x4xf32>
  // expected-error @+1 {{stride [2000000000] must be positive, at most 1048576}}
  ncnn.pooling1d avg %x1 kernel 3 stride 2000000000 : tensor<3x10xf32> -> tensor<3x1xf32>
  func.return
}
