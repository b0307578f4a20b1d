// RUN: round-trip %s

func.func @main(%v: tensor<6xf32>, %a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %c: tensor<3x1x5x6xf32>, %d: tensor<2x4x6xf32>) {
  %0 = ncnn.matmul %a, %b : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  %1 = ncnn.matmul %v, %v : (tensor<6xf32>, tensor<6xf32>) -> tensor<1xf32>
  %2 = ncnn.matmul %d, %c transpose_b : (tensor<2x4x6xf32>, tensor<3x1x5x6xf32>) -> tensor<3x2x4x5xf32>
  func.return
}
