// RUN: round-trip %s

func.func @main(%x: tensor<4x7x9xf32>, %y: tensor<4x4x5xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.pooling_index %x kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] : tensor<4x7x9xf32> -> tensor<4x4x5xf32>
  %1 = ncnn.unpool %y, %0 size [7, 9] : (tensor<4x4x5xf32>, tensor<4x4x5xf32>) -> tensor<4x7x9xf32>
  %2 = ncnn.unpool %u, %u size [7, 9] : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return
}
