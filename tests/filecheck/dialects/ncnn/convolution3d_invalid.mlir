// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3x3xf32>, %x1: tensor<4x5x7x9xf32>, %w1: tensor<6x4x3x3xf32>, %x2: tensor<5x5x7x9xf32>) {
  // expected-error @+1 {{input must have 4 dimensions (c,d,h,w), not 3}}
  ncnn.convolution3d %x, %w : tensor<4x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x5x7xf32>
  // expected-error @+1 {{weight must have 5 dimensions, not 4}}
  ncnn.convolution3d %x1, %w1 : tensor<4x5x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x5x7xf32>
  // expected-error @+1 {{input has 5 channels, the weights are for 4}}
  ncnn.convolution3d %x2, %w : tensor<5x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x5x7xf32>
  // expected-error @+1 {{6 output channels do not divide into 4 groups}}
  ncnn.convolution_depthwise3d %x1, %w group 4 : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x5x7xf32>
  // expected-error @+1 {{stride must have 3 entries, not 2}}
  ncnn.convolution3d %x1, %w stride [2, 2] : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x5x7xf32>
  // expected-error @+1 {{kernel extent 7 exceeds the padded input of 6}}
  ncnn.convolution3d %x1, %w dilation [3, 1, 1] pad [1, 0, 0, 0, 0, 0] : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x1x5x7xf32>
  // expected-error @+1 {{result has shape [6, 5, 5, 7], the shape rule gives [6, 3, 5, 7]}}
  ncnn.convolution3d %x1, %w : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x5x5x7xf32>
  func.return
}
