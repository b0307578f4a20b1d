// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x4x6x8xf32>, %s: memref<2x5x3xf32>, %o: memref<8x5x3xf32>, %y: memref<4x5x3x8xf32>, %s1: memref<2x5x4xf32>, %y1: memref<8x5x3x8xf32>) {
  // expected-error @+1 {{the output needs one block per tap and input block}}
  kernel.deformable_im2col ins(%x, %s, %o : memref<2x4x6x8xf32>, memref<2x5x3xf32>, memref<8x5x3xf32>) outs(%y : memref<4x5x3x8xf32>) {kernel = array<i64: 2, 2>, dilation = array<i64: 1, 1>, channels = 12 : i64}
  // expected-error @+1 {{needs a row and a column for every window}}
  kernel.deformable_im2col ins(%x, %s1, %o : memref<2x4x6x8xf32>, memref<2x5x4xf32>, memref<8x5x3xf32>) outs(%y1 : memref<8x5x3x8xf32>) {kernel = array<i64: 2, 2>, dilation = array<i64: 1, 1>, channels = 12 : i64}
  // expected-error @+1 {{needs two offsets, and perhaps a mask, for every tap}}
  kernel.deformable_im2col ins(%x, %s, %o, %o : memref<2x4x6x8xf32>, memref<2x5x3xf32>, memref<8x5x3xf32>, memref<8x5x3xf32>) outs(%y1 : memref<8x5x3x8xf32>) {kernel = array<i64: 2, 2>, dilation = array<i64: 1, 1>, channels = 12 : i64}
  // expected-error @+1 {{the channels must end in the last block of the input}}
  kernel.deformable_im2col ins(%x, %s, %o : memref<2x4x6x8xf32>, memref<2x5x3xf32>, memref<8x5x3xf32>) outs(%y1 : memref<8x5x3x8xf32>) {kernel = array<i64: 2, 2>, dilation = array<i64: 1, 1>, channels = 8 : i64}
  func.return
}
