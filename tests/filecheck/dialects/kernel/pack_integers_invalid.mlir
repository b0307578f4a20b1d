// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x7x13xf32>, %m: memref<2xf32>, %w: memref<64xi32>, %f: memref<16xf32>, %n: memref<3xf32>) {
  // expected-error @+1 {{makes i32 and f32 of two buffers of f32}}
  kernel.pack_integers ins(%x, %m : memref<2x7x13xf32>, memref<2xf32>) outs(%f, %f : memref<16xf32>, memref<16xf32>) {extents = array<i64: 2, 7, 13>, strides = array<i64: 91, 13, 1>, lanes = 8 : i64, vectors = 2 : i64, offset = 128 : i64}
  // expected-error @+1 {{needs 3 extents and 3 strides}}
  kernel.pack_integers ins(%x, %m : memref<2x7x13xf32>, memref<2xf32>) outs(%w, %f : memref<64xi32>, memref<16xf32>) {extents = array<i64: 2, 7, 13>, strides = array<i64: 13, 1>, lanes = 8 : i64, vectors = 2 : i64, offset = 128 : i64}
  // expected-error @+1 {{rows or columns must be contiguous}}
  kernel.pack_integers ins(%x, %m : memref<2x7x13xf32>, memref<2xf32>) outs(%w, %f : memref<64xi32>, memref<16xf32>) {extents = array<i64: 2, 7, 13>, strides = array<i64: 91, 13, 2>, lanes = 8 : i64, vectors = 2 : i64, offset = 128 : i64}
  // expected-error @+1 {{there is a largest magnitude for all matrices, or for each}}
  kernel.pack_integers ins(%x, %n : memref<2x7x13xf32>, memref<3xf32>) outs(%w, %f : memref<64xi32>, memref<16xf32>) {extents = array<i64: 2, 7, 13>, strides = array<i64: 91, 13, 1>, lanes = 8 : i64, vectors = 2 : i64, offset = 128 : i64}
  // expected-error @+1 {{the outputs must have the shapes [[64], [16]]}}
  kernel.pack_integers ins(%x, %m : memref<2x7x13xf32>, memref<2xf32>) outs(%w, %n : memref<64xi32>, memref<3xf32>) {extents = array<i64: 2, 7, 13>, strides = array<i64: 91, 13, 1>, lanes = 8 : i64, vectors = 2 : i64, offset = 128 : i64}
  // expected-error @+1 {{the offset of integers is 0 or 128}}
  kernel.pack_integers ins(%x, %m : memref<2x7x13xf32>, memref<2xf32>) outs(%w, %f : memref<64xi32>, memref<16xf32>) {extents = array<i64: 2, 7, 13>, strides = array<i64: 91, 13, 1>, lanes = 8 : i64, vectors = 2 : i64, offset = 1 : i64}
  func.return
}
