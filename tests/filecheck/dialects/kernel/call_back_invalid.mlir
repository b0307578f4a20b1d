// RUN: verify-diagnostics %s

func.func @main(%x: memref<4xf32>, %y: memref<4xf32>, %x1: memref<4xi8>, %y1: memref<4xi8>) {
  // expected-error @+1 {{the number must not be negative}}
  kernel.call_back ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) {number = -1 : i64, layer_type = "MyOp", layer = "a"}
  // expected-error @+1 {{computes on f32 only}}
  kernel.call_back ins(%x1 : memref<4xi8>) outs(%y1 : memref<4xi8>) {number = 0 : i64, layer_type = "MyOp", layer = "a"}
  func.return
}
