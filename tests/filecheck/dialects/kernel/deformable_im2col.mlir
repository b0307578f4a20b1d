// RUN: round-trip %s

func.func @main(%x: memref<2x4x6x8xf32>, %s: memref<2x5x3xf32>, %o: memref<8x5x3xf32>, %m: memref<4x5x3xf32>, %y: memref<8x5x3x8xf32>) {
  kernel.deformable_im2col ins(%x, %s, %o : memref<2x4x6x8xf32>, memref<2x5x3xf32>, memref<8x5x3xf32>) outs(%y : memref<8x5x3x8xf32>) {kernel = array<i64: 2, 2>, dilation = array<i64: 1, 1>, channels = 12 : i64}
  kernel.deformable_im2col ins(%x, %s, %o, %m : memref<2x4x6x8xf32>, memref<2x5x3xf32>, memref<8x5x3xf32>, memref<4x5x3xf32>) outs(%y : memref<8x5x3x8xf32>) {kernel = array<i64: 2, 2>, dilation = array<i64: 1, 1>, channels = 16 : i64}
  func.return
}
