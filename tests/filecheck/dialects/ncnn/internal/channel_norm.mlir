// RUN: round-trip %s

func.func @main(%x: tensor<8x4x5xf32>, %g: tensor<8xf32>) {
  %0 = ncnn.channel_norm %x gamma %g : tensor<8xf32> beta %g : tensor<8xf32> eps 1.000000e-06 centred : tensor<8x4x5xf32> -> tensor<8x4x5xf32>
  %1 = ncnn.channel_norm %x eps 1.000000e-01 : tensor<8x4x5xf32> -> tensor<8x4x5xf32>
  func.return
}
