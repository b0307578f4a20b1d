// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x1x7xf32>, %w: tensor<6x4x3xf32>, %x1: tensor<4x7xf32>, %w1: tensor<6x4x1x3xf32>, %x2: tensor<5x7xf32>, %w2: tensor<6x1x3xf32>) {
  // expected-error @+1 {{input must have 2 dimensions (channels,w), not 3}}
  ncnn.deconvolution1d %x, %w : tensor<4x1x7xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  // expected-error @+1 {{weight must have 3 dimensions, not 4}}
  ncnn.deconvolution1d %x1, %w1 : tensor<4x7xf32>, tensor<6x4x1x3xf32> -> tensor<6x9xf32>
  // expected-error @+1 {{input has 5 channels, the weights are for 4}}
  ncnn.deconvolution1d %x2, %w : tensor<5x7xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  // expected-error @+1 {{4 to 6 channels do not divide into 4 groups}}
  ncnn.deconvolution_depthwise1d %x1, %w2 group 4 : tensor<4x7xf32>, tensor<6x1x3xf32> -> tensor<6x9xf32>
  // expected-error @+1 {{stride [0] must be positive, at most 1048576}}
  ncnn.deconvolution1d %x1, %w stride 0 : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  // expected-error @+1 {{output_size [10] exceeds the full size [9]}}
  ncnn.deconvolution1d %x1, %w pad [-233, -233] output_size 10 : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x10xf32>
  // expected-error @+1 {{output_size needs pads of -233 (SAME_UPPER) or -234 (SAME_LOWER)}}
  ncnn.deconvolution1d %x1, %w output_size 7 : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  // expected-error @+1 {{nothing is left of the full size [9] after the cut}}
  ncnn.deconvolution1d %x1, %w pad [4, 5] : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x1xf32>
  // expected-error @+1 {{dilation [2000000000] must be positive, at most 1048576}}
  ncnn.deconvolution1d %x1, %w dilation 2000000000 : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  func.return
}
