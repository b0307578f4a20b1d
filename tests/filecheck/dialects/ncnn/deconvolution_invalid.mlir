// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x5xf32>, %w: tensor<6x4x3x3xf32>, %x1: tensor<4x5x3xf32>, %w1: tensor<6x4x9xf32>, %x2: tensor<5x5x3xf32>, %b: tensor<4xf32>, %w2: tensor<6x1x3x3xf32>) {
  // expected-error @+1 {{input must have 3 dimensions (c,h,w), not 2}}
  ncnn.deconvolution %x, %w : tensor<4x5xf32>, tensor<6x4x3x3xf32> -> tensor<6x7xf32>
  // expected-error @+1 {{weight must have 4 dimensions, not 3}}
  ncnn.deconvolution %x1, %w1 : tensor<4x5x3xf32>, tensor<6x4x9xf32> -> tensor<6x7x5xf32>
  // expected-error @+1 {{input has 5 channels, the weights are for 4}}
  ncnn.deconvolution %x2, %w : tensor<5x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  // expected-error @+1 {{bias has shape [4], not [6]}}
  ncnn.deconvolution %x1, %w bias %b : tensor<4xf32> : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  // expected-error @+1 {{4 to 6 channels do not divide into 4 groups}}
  ncnn.deconvolution_depthwise %x1, %w2 group 4 : tensor<4x5x3xf32>, tensor<6x1x3x3xf32> -> tensor<6x7x5xf32>
  // expected-error @+1 {{stride [0, 1] must be positive, at most 1048576}}
  ncnn.deconvolution %x1, %w stride [0, 1] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  // expected-error @+1 {{pads [1, -233, 1, -233] are cells on some sides and codes on others}}
  ncnn.deconvolution %x1, %w pad [1, -233, 1, -233] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  // expected-error @+1 {{output_pad [0, -1] must not be negative}}
  ncnn.deconvolution %x1, %w output_pad [0, -1] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x4xf32>
  // expected-error @+1 {{nothing is left of the full size [7, 5] after the cut}}
  ncnn.deconvolution %x1, %w pad [4, 0, 3, 0] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  // expected-error @+1 {{output_size [8, 5] exceeds the full size [7, 5]}}
  ncnn.deconvolution %x1, %w pad [-233, -233, -233, -233] output_size [8, 5] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x8x5xf32>
  // expected-error @+1 {{output_size needs pads of -233 (SAME_UPPER) or -234 (SAME_LOWER)}}
  ncnn.deconvolution %x1, %w output_size [6, 4] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x6x4xf32>
  // expected-error @+1 {{stride [2000000000, 1] must be positive, at most 1048576}}
  ncnn.deconvolution %x1, %w stride [2000000000, 1] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  func.return
}
