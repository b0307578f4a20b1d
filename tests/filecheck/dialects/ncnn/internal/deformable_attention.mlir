// RUN: round-trip %s

func.func @main(%s: tensor<2x2xf32>, %v: tensor<10x3x8xf32>, %w: tensor<5x3x2x4xf32>, %x: tensor<5x3x2x4xf32>, %y: tensor<5x3x2x4xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.deformable_attention %s, %v, %w, %x, %y : (tensor<2x2xf32>, tensor<10x3x8xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>) -> tensor<5x24xf32>
  %1 = ncnn.deformable_attention %s, %u, %w, %x, %y : (tensor<2x2xf32>, tensor<*xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>) -> tensor<*xf32>
  func.return
}
