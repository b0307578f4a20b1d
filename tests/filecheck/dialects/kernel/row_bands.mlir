// RUN: round-trip %s

func.func @main(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>) {
  kernel.row_bands ins(%x, %w, %v : memref<1x40x4x8xf32>, memref<128xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {rows = 4 : i64} bands {
  ^bb0(%a: memref<1x40x4x8xf32>, %b: memref<128xf32>, %c: memref<2x3x3x8xf32>, %t: memref<2x40x4x8xf32>, %d: memref<2x20x2x8xf32>):
    kernel.convolution ins(%a, %b : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
    kernel.depthwise ins(%t, %c : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%d : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64}
  }
  func.return
}

// A workspace keeps the rows that a band reads.
func.func @kept(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>, %k: memref<2x9x4x8xf32>) {
  kernel.row_bands ins(%x, %w, %v : memref<1x40x4x8xf32>, memref<128xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) workspace(%k : memref<2x9x4x8xf32>) {rows = 4 : i64} bands {
  ^bb0(%a: memref<1x40x4x8xf32>, %b: memref<128xf32>, %c: memref<2x3x3x8xf32>, %t: memref<2x40x4x8xf32>, %d: memref<2x20x2x8xf32>):
    kernel.convolution ins(%a, %b : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
    kernel.depthwise ins(%t, %c : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%d : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64}
  }
  func.return
}
