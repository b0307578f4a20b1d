// RUN: verify-diagnostics %s

func.func @main(%x: memref<3x7x8xf32>, %y: memref<1x7x4x8xf32>, %z: memref<1x6x4x16xf32>, %packed: memref<1x7x8x8xf32>) {
  // expected-error @+1 {{gathers the columns of an image c,h,w}}
  kernel.unfold_columns ins(%packed : memref<1x7x8x8xf32>) outs(%y : memref<1x7x4x8xf32>) {kernel = 3 : i64, stride = 2 : i64, before = 1 : i64}
  // expected-error @+1 {{needs blocks of at least 9 channels, and 7 rows}}
  kernel.unfold_columns ins(%x : memref<3x7x8xf32>) outs(%y : memref<1x7x4x8xf32>) {kernel = 3 : i64, stride = 2 : i64, before = 1 : i64}
  // expected-error @+1 {{needs blocks of at least 9 channels, and 7 rows}}
  kernel.unfold_columns ins(%x : memref<3x7x8xf32>) outs(%z : memref<1x6x4x16xf32>) {kernel = 3 : i64, stride = 2 : i64, before = 1 : i64}
  // expected-error @+1 {{kernel and stride are at least 1}}
  kernel.unfold_columns ins(%x : memref<3x7x8xf32>) outs(%z : memref<1x6x4x16xf32>) {kernel = 3 : i64, stride = 0 : i64, before = 1 : i64}
  func.return
}
