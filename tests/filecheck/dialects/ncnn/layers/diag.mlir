// RUN: round-trip %s

func.func @diag(%x: tensor<4xf32>, %m: tensor<4x6xf32>) {
  %0 = ncnn.diag %x : tensor<4xf32> -> tensor<4x4xf32>
  %1 = ncnn.diag %x diagonal -2 : tensor<4xf32> -> tensor<6x6xf32>
  %2 = ncnn.diag %m diagonal 3 : tensor<4x6xf32> -> tensor<3xf32>
  func.return
}
