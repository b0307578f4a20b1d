// RUN: verify-diagnostics %s

func.func @main(%x: memref<4xf32>) {
  // expected-error @+1 {{the number must not be negative}}
  simd.call_back -1 outs(%x : memref<4xf32>) {layer_type = "MyOp", layer = "a"}
  func.return
}
