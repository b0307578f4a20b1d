// RUN: round-trip %s

func.func @main(%x: memref<2x4x4x8xf32>, %y: memref<2x5x7x8xf32>, %v: memref<2x8xf32>) {
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x5x7x8xf32>) {kind = #kernel<padding_kind reflect>, before = array<i64: 0, 1, 1>, after = array<i64: 0, 0, 2>, value = 0.000000e+00 : f32}
  kernel.padding ins(%x, %v : memref<2x4x4x8xf32>, memref<2x8xf32>) outs(%y : memref<2x5x7x8xf32>) {kind = #kernel<padding_kind constant>, before = array<i64: 0, 1, 1>, after = array<i64: 0, 0, 2>, value = 0.000000e+00 : f32}
  // 12 channels in two vectors, of which 3 are put before: the vectors of the output are two too.
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x5x7x8xf32>) {kind = #kernel<padding_kind constant>, before = array<i64: 3, 1, 1>, after = array<i64: 1, 0, 2>, value = 0.000000e+00 : f32, channels = 12 : i64}
  func.return
}
