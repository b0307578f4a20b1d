// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
  // CHECK: the number must not be negative
  kernel.call_back ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) {number = -1 : i64, layer_type = "MyOp", layer = "a"}
  func.return
}

// -----

func.func @main(%x: memref<4xi8>, %y: memref<4xi8>) {
  // CHECK: computes on f32 only
  kernel.call_back ins(%x : memref<4xi8>) outs(%y : memref<4xi8>) {number = 0 : i64, layer_type = "MyOp", layer = "a"}
  func.return
}
