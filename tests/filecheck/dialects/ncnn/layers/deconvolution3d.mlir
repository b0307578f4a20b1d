// RUN: round-trip %s

// Kernels spread, borders are cut off; defaults are not printed.
func.func @deconvolution3d(%x: tensor<4x2x3x4xf32>, %w: tensor<6x4x3x3x3xf32>, %b: tensor<6xf32>) {
  %0 = ncnn.deconvolution3d %x, %w : tensor<4x2x3x4xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x4x5x6xf32>
  %1 = ncnn.deconvolution3d %x, %w bias %b : tensor<6xf32> stride [1, 2, 2] pad [0, 1, 1, 1, 0, 1] output_pad [0, 1, 1] activation relu : tensor<4x2x3x4xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x7x8xf32>
  %2 = ncnn.deconvolution3d %x, %w stride [2, 2, 2] pad [-234, -234, -234, -234, -234, -234] output_size [4, 6, 8] : tensor<4x2x3x4xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x4x6x8xf32>
  func.return
}

// Groups.
func.func @groups(%x: tensor<4x2x3x4xf32>, %w: tensor<6x2x1x2x2xf32>) {
  %0 = ncnn.deconvolution_depthwise3d %x, %w group 2 stride [1, 2, 2] : tensor<4x2x3x4xf32>, tensor<6x2x1x2x2xf32> -> tensor<6x2x6x8xf32>
  func.return
}
