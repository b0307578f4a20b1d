// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x3x2x8xf32>, %y: memref<2x9x3xf32>, %y1: memref<2x6x4xf32>) {
  // expected-error @+1 {{the input must have the shape [2, 4, 2, 8]}}
  kernel.depth_to_space ins(%x : memref<2x3x2x8xf32>) outs(%y : memref<2x9x3xf32>) {block = array<i64: 3, 2>, start = array<i64: 1, 1>}
  // expected-error @+1 {{the start must be within the first block}}
  kernel.depth_to_space ins(%x : memref<2x3x2x8xf32>) outs(%y1 : memref<2x6x4xf32>) {block = array<i64: 3, 2>, start = array<i64: 3, 0>}
  func.return
}
