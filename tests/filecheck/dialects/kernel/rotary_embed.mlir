// RUN: round-trip %s

func.func @main(%x: tensor<2x3x8xf32>, %c: tensor<3x4xf32>, %d: tensor<3x8xf32>, %y: tensor<2x3x8xf32>) {
  %0 = kernel.rotary_embed ins(%x, %c, %c : tensor<2x3x8xf32>, tensor<3x4xf32>, tensor<3x4xf32>) outs(%y : tensor<2x3x8xf32>) {interleaved} -> tensor<2x3x8xf32>
  %1 = kernel.rotary_embed ins(%x, %d, %d : tensor<2x3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) outs(%y : tensor<2x3x8xf32>) {apart} -> tensor<2x3x8xf32>
  func.return
}
