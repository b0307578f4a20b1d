// RUN: round-trip %s

func.func @main(%x: memref<2x7x13xf32>, %m: memref<2xf32>, %w: memref<64xi32>, %f: memref<16xf32>, %n: memref<1xf32>) {
  kernel.pack_integers ins(%x, %m : memref<2x7x13xf32>, memref<2xf32>) outs(%w, %f : memref<64xi32>, memref<16xf32>) {extents = array<i64: 2, 7, 13>, strides = array<i64: 91, 13, 1>, lanes = 8 : i64, vectors = 2 : i64, offset = 128 : i64}
  kernel.pack_integers ins(%x, %n : memref<2x7x13xf32>, memref<1xf32>) outs(%w, %f : memref<64xi32>, memref<16xf32>) {extents = array<i64: 2, 7, 13>, strides = array<i64: 91, 1, 7>, lanes = 8 : i64, vectors = 2 : i64, offset = 0 : i64}
  func.return
}
