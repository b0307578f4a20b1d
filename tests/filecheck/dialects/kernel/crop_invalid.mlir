// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<4x8x9xf32>, %y: memref<2x8x4xf32>) {
  // CHECK: the box must lie in the input
  kernel.crop ins(%x : memref<4x8x9xf32>) outs(%y : memref<2x8x4xf32>) {offsets = array<i64: 1, 0, 6>}
  func.return
}

// -----

func.func @main(%x: memref<4x8x9xf32>, %y: memref<8x4xf32>) {
  // CHECK: input, output and offsets must have the same rank
  kernel.crop ins(%x : memref<4x8x9xf32>) outs(%y : memref<8x4xf32>) {offsets = array<i64: 0, 0>}
  func.return
}
