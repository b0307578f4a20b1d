// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x1x9xf32>, %w: tensor<6x4x3xf32>, %x1: tensor<4x9xf32>, %w1: tensor<6x4x1x3xf32>, %x2: tensor<5x9xf32>, %x3: tensor<3x9xf32>, %w2: tensor<6x3x3xf32>, %w3: tensor<6x1x3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{input must have 2 dimensions (channels,w), not 3}}
  ncnn.convolution1d %x, %w : tensor<4x1x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  // expected-error @+1 {{weight must have 3 dimensions, not 4}}
  ncnn.convolution1d %x1, %w1 : tensor<4x9xf32>, tensor<6x4x1x3xf32> -> tensor<6x7xf32>
  // expected-error @+1 {{input has 5 channels, the weights are for 4}}
  ncnn.convolution1d %x2, %w : tensor<5x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  // expected-error @+1 {{input has 3 channels, the weights are for 4}}
  ncnn.convolution1d %x3, %w : tensor<3x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  // expected-error @+1 {{input has 5 channels, the weights are for 6}}
  ncnn.convolution_depthwise1d %x2, %w2 group 2 : tensor<5x9xf32>, tensor<6x3x3xf32> -> tensor<6x7xf32>
  // expected-error @+1 {{6 output channels do not divide into 0 groups}}
  ncnn.convolution_depthwise1d %x1, %w3 group 0 : tensor<4x9xf32>, tensor<6x1x3xf32> -> tensor<6x7xf32>
  // expected-error @+1 {{bias has shape [4], not [6]}}
  ncnn.convolution1d %x1, %w bias %b : tensor<4xf32> : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  // expected-error @+1 {{stride [0] must be positive, at most 1048576}}
  ncnn.convolution1d %x1, %w stride 0 : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  // expected-error @+1 {{kernel extent 11 exceeds the padded input of 9}}
  ncnn.convolution1d %x1, %w dilation 5 : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  // expected-error @+1 {{pad must have 2 entries, not 4}}
  ncnn.convolution1d %x1, %w pad [0, 1, 0, 1] : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  // expected-error @+1 {{pads [1, -233] are cells on some sides and codes on others}}
  ncnn.convolution1d %x1, %w pad [1, -233] : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  // expected-error @+1 {{result has shape [6, 9], the shape rule gives [6, 7]}}
  ncnn.convolution1d %x1, %w : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  // expected-error @+1 {{stride [2000000000] must be positive, at most 1048576}}
  ncnn.convolution1d %x1, %w stride 2000000000 : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x1xf32>
  func.return
}
