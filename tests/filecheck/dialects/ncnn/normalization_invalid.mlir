// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x6xf32>, %c: tensor<4xf32>, %w: tensor<6xf32>, %x1: tensor<4x6x8xf32>, %b: tensor<1xf32>, %s: tensor<8xf32>, %s1: tensor<4xf32>, %x2: tensor<4x2x6x8xf32>, %x3: tensor<16x5x4xf32>, %s2: tensor<4x4xf32>, %x4: tensor<5x3x4xf32>, %s3: tensor<5x1x1xf32>) {
  // expected-error @+1 {{a parameter has shape [6], the input's outermost axis needs [4]}}
  ncnn.batchnorm %x, %c, %c, %w, %c : (tensor<4x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<6xf32>, tensor<4xf32>) -> tensor<4x6xf32>
  // expected-error @+1 {{a parameter has shape [1], the input's outermost axis needs [4]}}
  ncnn.bias %x1, %b : (tensor<4x6x8xf32>, tensor<1xf32>) -> tensor<4x6x8xf32>
  // expected-error @+1 {{a parameter has shape [8], the input's outermost axis needs [4]}}
  ncnn.scale %x1, %s : (tensor<4x6x8xf32>, tensor<8xf32>) -> (tensor<4x6x8xf32>, tensor<8xf32>)
  // expected-error @+1 {{result has shape [4, 6, 8], the shape rule gives [4]}}
  ncnn.scale %x1, %s1 : (tensor<4x6x8xf32>, tensor<4xf32>) -> (tensor<4x6x8xf32>, tensor<4x6x8xf32>)
  // expected-error @+1 {{input must have up to 3 dimensions (c,h,w), not 4}}
  ncnn.lrn across_channels %x2 : (tensor<4x2x6x8xf32>) -> tensor<4x2x6x8xf32>
  // expected-error @+1 {{local_size must be positive, not 0}}
  ncnn.lrn within_channel %x1 local_size 0 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // expected-error @+1 {{the scale has shape [4, 4], the input 16 channels}}
  ncnn.scale %x3, %s2 : (tensor<16x5x4xf32>, tensor<4x4xf32>) -> tensor<16x5x4xf32>
  // expected-error @+1 {{the scale has shape [5, 1, 1]: ncnn reads the gaps between its channels}}
  ncnn.scale %x4, %s3 : (tensor<5x3x4xf32>, tensor<5x1x1xf32>) -> tensor<5x3x4xf32>
  func.return
}
