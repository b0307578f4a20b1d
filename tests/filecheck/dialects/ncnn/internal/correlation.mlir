// RUN: round-trip %s

func.func @main(%a: tensor<4x7x9xf32>, %b: tensor<4x9x11xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.correlation %a, %b : (tensor<4x7x9xf32>, tensor<4x9x11xf32>) -> tensor<9x7x9xf32>
  %1 = ncnn.correlation %a, %u : (tensor<4x7x9xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return
}
