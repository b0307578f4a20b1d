// RUN: round-trip %s

func.func @main(%s: memref<2x2xf32>, %v: memref<10x3x8xf32>, %w: memref<5x3x2x4xf32>, %x: memref<5x3x2x4xf32>, %y: memref<5x3x2x4xf32>, %o: memref<5x3x8xf32>) {
  kernel.deformable_attention ins(%s, %v, %w, %x, %y : memref<2x2xf32>, memref<10x3x8xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>) outs(%o : memref<5x3x8xf32>)
  func.return
}
