// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<2x7x9x8xf32>, %i: memref<1x4x5x8xf32>) {
  // CHECK: input and output must have the same blocks of channels
  kernel.pooling_index ins(%x : memref<2x7x9x8xf32>) outs(%i : memref<1x4x5x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, pad = array<i64: 1, 1>}
  func.return
}

// -----

func.func @main(%x: memref<2x7x9x8xf32>, %i: memref<2x4x5x8xf32>) {
  // CHECK: kernel, stride and pad need a number for each axis
  kernel.pooling_index ins(%x : memref<2x7x9x8xf32>) outs(%i : memref<2x4x5x8xf32>) {kernel = array<i64: 3>, stride = array<i64: 2, 2>, pad = array<i64: 1, 1>}
  func.return
}

// -----

func.func @main(%x: memref<2x7x9x8xf32>, %i: memref<2x6x5x8xf32>) {
  // CHECK: each window needs a cell of the input
  kernel.pooling_index ins(%x : memref<2x7x9x8xf32>) outs(%i : memref<2x6x5x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, pad = array<i64: 1, 1>}
  func.return
}

// -----

func.func @main(%v: memref<16x20xf32>, %y: memref<15x63xf32>) {
  // CHECK: input and places need one shape, the output as many channels
  kernel.unpool ins(%v, %v : memref<16x20xf32>, memref<16x20xf32>) outs(%y : memref<15x63xf32>)
  func.return
}
