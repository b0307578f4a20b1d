// RUN: round-trip %s

func.func @main(%x: tensor<3x7xf32>) {
  %0, %1 = ncnn.top_k %x k 2 : (tensor<3x7xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>)
  func.return
}
