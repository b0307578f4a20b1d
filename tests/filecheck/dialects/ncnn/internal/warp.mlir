// RUN: round-trip %s

func.func @warp(%x: tensor<4x7x9xf32>, %f: tensor<2x7x9xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.warp %x, %f : (tensor<4x7x9xf32>, tensor<2x7x9xf32>) -> tensor<4x7x9xf32>
  %1 = ncnn.warp %x, %f zeros_outside : (tensor<4x7x9xf32>, tensor<2x7x9xf32>) -> tensor<4x7x9xf32>
  %2 = ncnn.warp %u, %f : (tensor<*xf32>, tensor<2x7x9xf32>) -> tensor<*xf32>
  func.return
}

func.func @filter(%x: tensor<4x7x9xf32>, %f: tensor<2x7x9xf32>, %w: tensor<16x7x9xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.filter_interpolation %x, %f, %w : (tensor<4x7x9xf32>, tensor<2x7x9xf32>, tensor<16x7x9xf32>) -> tensor<4x7x9xf32>
  %1 = ncnn.filter_interpolation %u, %f, %w : (tensor<*xf32>, tensor<2x7x9xf32>, tensor<16x7x9xf32>) -> tensor<*xf32>
  func.return
}
