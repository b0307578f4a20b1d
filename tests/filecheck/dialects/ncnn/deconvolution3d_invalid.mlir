// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x3x4xf32>, %w: tensor<6x4x3x3x3xf32>, %x1: tensor<4x2x3x4xf32>, %w1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{input must have 4 dimensions (c,d,h,w), not 3}}
  ncnn.deconvolution3d %x, %w : tensor<4x3x4xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x4x5x6xf32>
  // expected-error @+1 {{weight must have 5 dimensions, not 4}}
  ncnn.deconvolution3d %x1, %w1 : tensor<4x2x3x4xf32>, tensor<6x4x3x3xf32> -> tensor<6x4x5x6xf32>
  // expected-error @+1 {{16 to 6 channels do not divide into 4 groups}}
  ncnn.deconvolution_depthwise3d %x1, %w group 4 : tensor<4x2x3x4xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x4x5x6xf32>
  // expected-error @+1 {{output_size [5, 5, 6] exceeds the full size [4, 5, 6]}}
  ncnn.deconvolution3d %x1, %w pad [-233, -233, -233, -233, -233, -233] output_size [5, 5, 6] : tensor<4x2x3x4xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x5x5x6xf32>
  // expected-error @+1 {{nothing is left of the full size [4, 5, 6] after the cut}}
  ncnn.deconvolution3d %x1, %w pad [2, 0, 0, 2, 0, 0] : tensor<4x2x3x4xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x1x5x6xf32>
  func.return
}
