// RUN: round-trip %s

func.func @main(%x: tensor<3x40xf32>, %m: tensor<1xf32>, %l: tensor<3xf32>) {
  %0 = ncnn.round_blocks %x size 32 : tensor<3x40xf32> -> tensor<3x40xf32>
  %1 = ncnn.round_blocks %x largest %m : tensor<1xf32> size 32 : tensor<3x40xf32> -> tensor<3x40xf32>
  %2 = ncnn.round_blocks %x largest %l : tensor<3xf32> size 32 : tensor<3x40xf32> -> tensor<3x40xf32>
  func.return
}
