// RUN: round-trip %s

// The full result, one with the borders cut, one of a given size.
func.func @deconvolution(%x: tensor<4x5x3xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  %0 = ncnn.deconvolution %x, %w stride [2, 2] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x11x7xf32>
  %1 = ncnn.deconvolution %x, %w bias %b : tensor<6xf32> stride [2, 1] dilation [1, 2] pad [1, 0, 2, 1] output_pad [1, 0] activation relu : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x9x6xf32>
  %2 = ncnn.deconvolution %x, %w stride [2, 2] pad [-233, -233, -233, -233] output_size [10, 6] : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x10x6xf32>
  func.return
}

// Groups; weights from an input, where the axes of the channels are swapped.
func.func @deconvolution1(%x: tensor<4x5x3xf32>, %w: tensor<6x2x3x3xf32>, %t: tensor<4x3x3x3xf32>) {
  %0 = ncnn.deconvolution_depthwise %x, %w group 2 : tensor<4x5x3xf32>, tensor<6x2x3x3xf32> -> tensor<6x7x5xf32>
  %1 = ncnn.deconvolution_depthwise %x, %t group 2 transposed_weight : tensor<4x5x3xf32>, tensor<4x3x3x3xf32> -> tensor<6x7x5xf32>
  func.return
}

// An epilogue.
func.func @deconvolution2(%x: tensor<4x5x3xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) {
  %0 = ncnn.deconvolution %x, %w fused_with(%b : tensor<6xf32>) epilogue {
  ^bb0(%a: f32, %c: f32):
    %1 = arith.addf %a, %c : f32
    linalg.yield %1 : f32
  } : tensor<4x5x3xf32>, tensor<6x4x3x3xf32> -> tensor<6x7x5xf32>
  func.return
}
