// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<4x9xf32>, %b: memref<2x3xf32>, %y: memref<4x9xf32>) {
  // CHECK: the box must lie in the input
  kernel.insert_box ins(%x, %b : memref<4x9xf32>, memref<2x3xf32>) outs(%y : memref<4x9xf32>) {offsets = array<i64: 1, 7>}
  func.return
}

// -----

func.func @main(%x: memref<4x9xf32>, %b: memref<3xf32>, %y: memref<4x9xf32>) {
  // CHECK: input, box and offsets must have the same rank
  kernel.insert_box ins(%x, %b : memref<4x9xf32>, memref<3xf32>) outs(%y : memref<4x9xf32>) {offsets = array<i64: 1, 6>}
  func.return
}

// -----

func.func @main(%x: memref<4x9xf32>, %b: memref<2x3xf32>, %y: memref<9x4xf32>) {
  // CHECK: input and output must have the same shape
  kernel.insert_box ins(%x, %b : memref<4x9xf32>, memref<2x3xf32>) outs(%y : memref<9x4xf32>) {offsets = array<i64: 1, 6>}
  func.return
}
