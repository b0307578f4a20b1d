// RUN: round-trip %s

func.func @copyto(%x: tensor<4x7x9xf32>, %s: tensor<3x2xf32>) {
  %0 = ncnn.copyto %x, %s offset [1, 0, 2, 3] : (tensor<4x7x9xf32>, tensor<3x2xf32>) -> tensor<4x7x9xf32>
  %1 = ncnn.copyto %x, %s starts [1, -3] axes [0, 2] : (tensor<4x7x9xf32>, tensor<3x2xf32>) -> tensor<4x7x9xf32>
  func.return
}
