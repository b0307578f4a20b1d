// RUN: round-trip %s

func.func @main(%x: tensor<4x8x9xf32>, %y: tensor<2x8x3xf32>) {
  %0 = kernel.crop ins(%x : tensor<4x8x9xf32>) outs(%y : tensor<2x8x3xf32>) {offsets = array<i64: 1, 0, 6>} -> tensor<2x8x3xf32>
  func.return
}
