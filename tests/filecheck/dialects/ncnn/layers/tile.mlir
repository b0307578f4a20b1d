// RUN: round-trip %s

func.func @tile(%x: tensor<4x7xf32>) {
  %0 = ncnn.tile %x axis 1 tiles 3 : (tensor<4x7xf32>) -> tensor<4x21xf32>
  %1 = ncnn.tile %x repeats [2, 1, 3] : (tensor<4x7xf32>) -> tensor<2x4x21xf32>
  func.return
}
