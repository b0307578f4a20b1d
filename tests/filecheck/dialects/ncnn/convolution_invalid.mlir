// RUN: verify-diagnostics %s
// REQUIREMENT: L16

func.func @main(%x: tensor<4xf32>, %w: tensor<6x4x3x3xf32>, %x1: tensor<4x7x9xf32>, %w1: tensor<6x4x9xf32>, %x2: tensor<5x7x9xf32>, %b: tensor<4xf32>, %w2: tensor<6x1x3x3xf32>, %x3: tensor<32x4x4xf32, #ncnn.layout<pack = 8>>, %w3: tensor<32x1x1x1xf32>, %x4: tensor<32x4x4xf32>, %w4: tensor<32x32x1x1xf32, #ncnn.layout<pack = 8>>, %x5: tensor<4x7x9xi8>, %w5: tensor<6x4x3x3xi8>, %b1: tensor<6xf32>) {
  // expected-error @+1 {{input must have 3 dimensions (c,h,w), not 1}}
  ncnn.convolution %x, %w : tensor<4xf32>, tensor<6x4x3x3xf32> -> tensor<6xf32>
  // expected-error @+1 {{weight must have 4 dimensions, not 3}}
  ncnn.convolution %x1, %w1 : tensor<4x7x9xf32>, tensor<6x4x9xf32> -> tensor<6x5x7xf32>
  // expected-error @+1 {{input has 5 channels, the weights are for 4}}
  ncnn.convolution %x2, %w : tensor<5x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  // expected-error @+1 {{bias has shape [4], not [6]}}
  ncnn.convolution %x1, %w bias %b : tensor<4xf32> : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  // expected-error @+1 {{stride [0, 1] must be positive, at most 1048576}}
  ncnn.convolution %x1, %w stride [0, 1] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  // expected-error @+1 {{kernel extent 9 exceeds the padded input of 7}}
  ncnn.convolution %x1, %w dilation [4, 1] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  // expected-error @+1 {{pads [1, -233, 1, -233] are cells on some sides and codes on others}}
  ncnn.convolution %x1, %w pad [1, -233, 1, -233] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x9xf32>
  // expected-error @+1 {{6 output channels do not divide into 4 groups}}
  ncnn.convolution_depthwise %x1, %w2 group 4 : tensor<4x7x9xf32>, tensor<6x1x3x3xf32> -> tensor<6x5x7xf32>
  // expected-error @+1 {{6 output channels do not divide into 0 groups}}
  ncnn.convolution_depthwise %x1, %w2 group 0 : tensor<4x7x9xf32>, tensor<6x1x3x3xf32> -> tensor<6x5x7xf32>
  // expected-error @+1 {{result has shape [6, 7, 9], the shape rule gives [6, 5, 7]}}
  ncnn.convolution %x1, %w : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x9xf32>
  // expected-error @+1 {{stride [2000000000, 1] must be positive, at most 1048576}}
  ncnn.convolution %x1, %w stride [2000000000, 1] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x1x7xf32>
  // expected-error @+1 {{dilation [2000000000, 1] must be positive, at most 1048576}}
  ncnn.convolution %x1, %w dilation [2000000000, 1] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x1x7xf32>
  // expected-error @+1 {{pads [2000000000, 0, 0, 0] must be at most 1048576}}
  ncnn.convolution %x1, %w pad [2000000000, 0, 0, 0] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x1x7xf32>
  // expected-error @+1 {{reads channels by 8, and writes them by 16}}
  ncnn.convolution_depthwise %x3, %w3 group 32 : tensor<32x4x4xf32, #ncnn.layout<pack = 8>>, tensor<32x1x1x1xf32> -> tensor<32x4x4xf32, #ncnn.layout<pack = 16>>
  // expected-error @+1 {{weights have no layout, pack-weights gives them a form}}
  ncnn.convolution %x4, %w4 : tensor<32x4x4xf32>, tensor<32x32x1x1xf32, #ncnn.layout<pack = 8>> -> tensor<32x4x4xf32, #ncnn.layout<pack = 16>>
  // expected-error @+1 {{only algorithm dilated has an inner algorithm}}
  ncnn.convolution %x1, %w algorithm gemm inner packed : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  // expected-error @+1 {{an input of i8 needs weights of i8}}
  ncnn.convolution %x5, %w : tensor<4x7x9xi8>, tensor<6x4x3x3xf32> -> tensor<6x5x7xi32>
  // expected-error @+1 {{sums of i8 need a layer or an epilogue that reads them}}
  ncnn.convolution %x5, %w5 bias %b1 : tensor<6xf32> : tensor<4x7x9xi8>, tensor<6x4x3x3xi8> -> tensor<6x5x7xi32>
  // expected-error @+1 {{sums of i8 are i32, not f32}}
  ncnn.convolution %x5, %w5 : tensor<4x7x9xi8>, tensor<6x4x3x3xi8> -> tensor<6x5x7xf32>
  func.return
}
