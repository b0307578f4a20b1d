// RUN: round-trip %s

func.func @argmax(%x: tensor<3x4x5xf32>) {
  %0 = ncnn.argmax %x : tensor<3x4x5xf32> -> tensor<1x1xf32>
  %1 = ncnn.argmax %x top 7 values : tensor<3x4x5xf32> -> tensor<2x7xf32>
  func.return
}
