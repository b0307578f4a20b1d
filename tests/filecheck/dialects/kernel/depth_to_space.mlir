// RUN: round-trip %s

func.func @main(%x: memref<2x3x2x8xf32>, %y: memref<2x8x3xf32>) {
  kernel.depth_to_space ins(%x : memref<2x3x2x8xf32>) outs(%y : memref<2x8x3xf32>) {block = array<i64: 3, 2>, start = array<i64: 1, 1>}
  func.return
}
