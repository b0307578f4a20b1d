// RUN: round-trip %s

// Sizes, of which -233 is an equal share of the rest, or the points between parts.
func.func @slice(%x: tensor<4x7x9xf32>) {
  %0, %1, %2 = ncnn.slice %x axis 2 sizes [2, -233, -233] : (tensor<4x7x9xf32>) -> (tensor<4x7x2xf32>, tensor<4x7x3xf32>, tensor<4x7x4xf32>)
  %3, %4, %5 = ncnn.slice %x axis -2 split_points [1, -2] : (tensor<4x7x9xf32>) -> (tensor<4x1x9xf32>, tensor<4x4x9xf32>, tensor<4x2x9xf32>)
  %6 = ncnn.slice %x sizes [3] : (tensor<4x7x9xf32>) -> tensor<3x7x9xf32>
  func.return
}
