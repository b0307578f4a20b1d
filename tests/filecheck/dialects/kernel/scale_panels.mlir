// RUN: round-trip %s

func.func @main(%w: tensor<640xf32>, %s: tensor<2x8xf32>, %y: tensor<640xf32>) {
  %0 = kernel.scale_panels ins(%w, %s : tensor<640xf32>, tensor<2x8xf32>) outs(%y : tensor<640xf32>) {channels = 16 : i64, vectors = 2 : i64, outputs_together = 8 : i64} -> tensor<640xf32>
  %1 = kernel.scale_panels ins(%w, %s : tensor<640xf32>, tensor<2x8xf32>) outs(%y : tensor<640xf32>) {channels = 16 : i64, vectors = 2 : i64, outputs_together = 4 : i64, steps = 2 : i64} -> tensor<640xf32>
  func.return
}
