// RUN: round-trip %s

func.func @main(%x: memref<3x4xf32>, %y: memref<5xf32>) {
  simd.call_back 2 ins(%x, %x : memref<3x4xf32>, memref<3x4xf32>) outs(%y : memref<5xf32>) {layer_type = "MyOp", layer = "a", params = {"0" = 2 : i64}}
  simd.call_back 0 outs(%y : memref<5xf32>) {layer_type = "Source", layer = "b"}
  func.return
}
