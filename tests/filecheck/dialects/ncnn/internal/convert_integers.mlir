// RUN: round-trip %s

func.func @main(%x: tensor<2x5xi32>) {
  %0 = ncnn.convert_integers %x : tensor<2x5xi32> -> tensor<2x5xf32>
  func.return
}
