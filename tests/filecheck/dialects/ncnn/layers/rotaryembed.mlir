// RUN: round-trip %s

func.func @rotaryembed(%x: tensor<2x5x8xf32>, %c: tensor<5x4xf32>, %s: tensor<6x4xf32>) {
  %0 = ncnn.rotaryembed %x, %c, %s : (tensor<2x5x8xf32>, tensor<5x4xf32>, tensor<6x4xf32>) -> tensor<2x5x8xf32>
  %1 = ncnn.rotaryembed %x, %c, %s interleaved : (tensor<2x5x8xf32>, tensor<5x4xf32>, tensor<6x4xf32>) -> tensor<2x5x8xf32>
  func.return
}
