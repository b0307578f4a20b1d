// RUN: round-trip %s

func.func @main(%x: tensor<3x4xf32>, %w: tensor<5xf32>, %y: tensor<3x4xf32>, %z: tensor<2xf32>) {
  %0, %1 = kernel.call_back ins(%x, %w : tensor<3x4xf32>, tensor<5xf32>) outs(%y, %z : tensor<3x4xf32>, tensor<2xf32>) {number = 1 : i64, layer_type = "MyOp", layer = "a", params = {"0" = 2 : i64}} -> tensor<3x4xf32>, tensor<2xf32>
  %2 = kernel.call_back outs(%z : tensor<2xf32>) {number = 0 : i64, layer_type = "Source", layer = "b"} -> tensor<2xf32>
  func.return
}
