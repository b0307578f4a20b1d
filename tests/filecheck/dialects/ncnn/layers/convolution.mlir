// RUN: round-trip %s

// Windows, padding, activation; defaults are not printed.
func.func @convolution(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  %0 = ncnn.convolution %x, %w : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  %1 = ncnn.convolution %x, %w bias %b : tensor<6xf32> stride [2, 1] dilation [1, 2] pad [1, 2, 0, 2] pad_value 5.000000e-01 activation clip params [0.000000e+00, 6.000000e+00] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x3x9xf32>
  %2 = ncnn.convolution %x, %w stride [2, 2] pad [-233, -233, -233, -233] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x4x5xf32>
  %3 = ncnn.convolution %x, %w pad [-234, -234, -234, -234] : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x9xf32>
  func.return
}

// Groups; all of them single channels in the second.
func.func @convolution1(%x: tensor<4x7x9xf32>, %w: tensor<6x2x3x3xf32>, %v: tensor<4x1x3x3xf32>, %k: tensor<6x9x1x1xf32>, %y: tensor<9xf32>) {
  %0 = ncnn.convolution_depthwise %x, %w group 2 : tensor<4x7x9xf32>, tensor<6x2x3x3xf32> -> tensor<6x5x7xf32>
  %1 = ncnn.convolution_depthwise %x, %v group 4 pad [1, 1, 1, 1] : tensor<4x7x9xf32>, tensor<4x1x3x3xf32> -> tensor<4x7x9xf32>
  %2 = ncnn.convolution %y, %k : tensor<9xf32>, tensor<6x9x1x1xf32> -> tensor<6xf32>
  func.return
}

// What some layers have: int8 scales, a feature mask; what later levels add: the algorithm, an epilogue.
func.func @convolution2(%x: tensor<4x7x9xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>, %s: tensor<1xf32>) {
  %0 = ncnn.convolution %x, %w weight_scale %b : tensor<6xf32> input_scale %s : tensor<1xf32> output_scale %s : tensor<1xf32> int8_scale_term 101 {ncnn.feature_mask = 8 : i64} : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  %inner = ncnn.convolution %x, %w algorithm dilated inner winograd4 : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  %1 = ncnn.convolution %x, %w algorithm winograd4 fused_with(%b : tensor<6xf32>) epilogue {
  ^bb0(%a: f32, %c: f32):
    %2 = arith.addf %a, %c : f32
    linalg.yield %2 : f32
  } : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  %3 = ncnn.convolution %x, %w algorithm tiled tile 24 : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}
