// RUN: round-trip %s

// Windows, padding, activation; defaults are not printed.
func.func @convolution1d(%x: tensor<4x9xf32>, %w: tensor<6x4x3xf32>, %b: tensor<6xf32>) {
  %0 = ncnn.convolution1d %x, %w : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  %1 = ncnn.convolution1d %x, %w bias %b : tensor<6xf32> stride 2 dilation 2 pad [1, 2] pad_value 5.000000e-01 activation clip params [0.000000e+00, 6.000000e+00] : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x4xf32>
  %2 = ncnn.convolution1d %x, %w stride 2 pad [-233, -233] : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x5xf32>
  func.return
}

// Groups; all of them single channels in the second; more weights than count in the last.
func.func @groups(%x: tensor<4x9xf32>, %w: tensor<6x2x3xf32>, %v: tensor<4x1x3xf32>) {
  %0 = ncnn.convolution_depthwise1d %x, %w group 2 : tensor<4x9xf32>, tensor<6x2x3xf32> -> tensor<6x7xf32>
  %1 = ncnn.convolution_depthwise1d %x, %v group 4 pad [-234, -234] : tensor<4x9xf32>, tensor<4x1x3xf32> -> tensor<4x9xf32>
  %u = ncnn.weight <"u"> : tensor<8x2x3xf32>
  %2 = ncnn.convolution_depthwise1d %x, %u group 4 : tensor<4x9xf32>, tensor<8x2x3xf32> -> tensor<8x7xf32>
  func.return
}
