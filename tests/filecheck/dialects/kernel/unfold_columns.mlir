// RUN: round-trip %s

func.func @main(%x: memref<3x7x8xf32>, %y: memref<1x7x4x16xbf16>) {
  kernel.unfold_columns ins(%x : memref<3x7x8xf32>) outs(%y : memref<1x7x4x16xbf16>) {kernel = 3 : i64, stride = 2 : i64, before = 1 : i64}
  func.return
}
