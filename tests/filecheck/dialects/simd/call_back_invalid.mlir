// RUN: verify-diagnostics %s

func.func @main(%x: memref<4xf32>) {
  // expected-error @+1 {{the number must not be negative}}
  simd.call_back -1 outs(%x : memref<4xf32>) {layer_type = "MyOp", layer = "a"}
  // expected-error @+1 {{bounds must be the extents of all buffers}}
  simd.call_back 0 outs(%x : memref<4xf32>) {layer_type = "MyOp", layer = "a", bounds = affine_map<()[s0] -> (s0, 4)>}
  func.return
}
