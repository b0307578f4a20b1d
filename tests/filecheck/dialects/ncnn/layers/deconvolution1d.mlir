// RUN: round-trip %s

// Kernels spread, borders are cut off; defaults are not printed.
func.func @deconvolution1d(%x: tensor<4x7xf32>, %w: tensor<6x4x3xf32>, %b: tensor<6xf32>) {
  %0 = ncnn.deconvolution1d %x, %w : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x9xf32>
  %1 = ncnn.deconvolution1d %x, %w bias %b : tensor<6xf32> stride 2 dilation 2 pad [1, 2] output_pad 1 activation leaky_relu params [1.000000e-01] : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x15xf32>
  %2 = ncnn.deconvolution1d %x, %w stride 2 pad [-233, -233] output_size 14 : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x14xf32>
  func.return
}

// Groups, and weights that come from an input.
func.func @groups(%x: tensor<4x7xf32>, %w: tensor<6x2x3xf32>, %v: tensor<4x3x3xf32>) {
  %0 = ncnn.deconvolution_depthwise1d %x, %w group 2 : tensor<4x7xf32>, tensor<6x2x3xf32> -> tensor<6x9xf32>
  %1 = ncnn.deconvolution_depthwise1d %x, %v group 2 transposed_weight : tensor<4x7xf32>, tensor<4x3x3xf32> -> tensor<6x9xf32>
  func.return
}
