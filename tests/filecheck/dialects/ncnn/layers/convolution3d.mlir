// RUN: round-trip %s

// Windows, padding, activation; defaults are not printed.
func.func @convolution3d(%x: tensor<4x5x7x9xf32>, %w: tensor<6x4x3x3x3xf32>, %b: tensor<6xf32>) {
  %0 = ncnn.convolution3d %x, %w : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x5x7xf32>
  %1 = ncnn.convolution3d %x, %w bias %b : tensor<6xf32> stride [1, 2, 2] dilation [1, 2, 1] pad [1, 1, 1, 0, 2, 1] pad_value 5.000000e-01 activation clip params [0.000000e+00, 6.000000e+00] : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x4x3x5xf32>
  %2 = ncnn.convolution3d %x, %w stride [2, 2, 2] pad [-233, -233, -233, -233, -233, -233] : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x4x5xf32>
  func.return
}

// From level 2 on: the algorithm, and an epilogue.
func.func @scheduled(%x: tensor<4x5x7x9xf32>, %w: tensor<6x4x3x3x3xf32>, %r: tensor<6x3x5x7xf32>) {
  %0 = ncnn.convolution3d %x, %w algorithm winograd4 fused_with(%r : tensor<6x3x5x7xf32>) epilogue {
  ^bb0(%value: f32, %residual: f32):
    %sum = arith.addf %value, %residual : f32
    linalg.yield %sum : f32
  } : tensor<4x5x7x9xf32>, tensor<6x4x3x3x3xf32> -> tensor<6x3x5x7xf32>
  func.return
}

// Groups; all of them single channels in the second.
func.func @groups(%x: tensor<4x5x7x9xf32>, %w: tensor<6x2x1x3x3xf32>, %v: tensor<4x1x3x1x1xf32>) {
  %0 = ncnn.convolution_depthwise3d %x, %w group 2 : tensor<4x5x7x9xf32>, tensor<6x2x1x3x3xf32> -> tensor<6x5x5x7xf32>
  %1 = ncnn.convolution_depthwise3d %x, %v group 4 pad [1, 0, 0, 1, 0, 0] : tensor<4x5x7x9xf32>, tensor<4x1x3x1x1xf32> -> tensor<4x5x7x9xf32>
  func.return
}
