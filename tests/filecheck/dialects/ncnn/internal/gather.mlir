// RUN: round-trip %s

func.func @main(%t: tensor<9x4xf32>, %i: tensor<5xf32>, %x: tensor<3x7x2xf32>, %j: tensor<3x5x2xf32>) {
  %0 = ncnn.gather_rows %t, %i : tensor<9x4xf32>, tensor<5xf32> -> tensor<5x4xf32>
  %1 = ncnn.gather_elements %x, %j axis -2 : tensor<3x7x2xf32>, tensor<3x5x2xf32> -> tensor<3x5x2xf32>
  func.return
}
