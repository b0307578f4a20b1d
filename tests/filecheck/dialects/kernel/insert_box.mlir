// RUN: round-trip %s

func.func @main(%x: tensor<4x9xf32>, %b: tensor<2x3xf32>, %y: tensor<4x9xf32>) {
  %0 = kernel.insert_box ins(%x, %b : tensor<4x9xf32>, tensor<2x3xf32>) outs(%y : tensor<4x9xf32>) {offsets = array<i64: 1, 6>} -> tensor<4x9xf32>
  func.return
}
