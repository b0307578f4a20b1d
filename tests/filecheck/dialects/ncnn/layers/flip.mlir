// RUN: round-trip %s

func.func @flip(%x: tensor<4x7xf32>) {
  %0 = ncnn.flip %x axes [0, -1] : tensor<4x7xf32> -> tensor<4x7xf32>
  func.return
}
