// RUN: round-trip %s

func.func @main(%x: memref<2x7x9x8xf32>, %i: memref<2x4x5x8xf32>, %v: memref<16x20xf32>, %y: memref<16x63xf32>) {
  kernel.pooling_index ins(%x : memref<2x7x9x8xf32>) outs(%i : memref<2x4x5x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, pad = array<i64: 1, 1>}
  kernel.unpool ins(%v, %v : memref<16x20xf32>, memref<16x20xf32>) outs(%y : memref<16x63xf32>)
  func.return
}
