// RUN: round-trip %s

// Integers of 4 bits, widened in registers, with a value for each column; of 8 bits, widened for two register tiles; places in a codebook.
func.func @main(%x: memref<5x40xf32>, %w: memref<80xi32>, %f: memref<32xf32>, %c: memref<1x13xf32>, %y: memref<5x13xf32>, %b: memref<640xi8>, %s: memref<640xf32>, %p: memref<640xui8>, %t: memref<256xf32>) {
  kernel.widening_matmul ins(%x, %w, %f, %c : memref<5x40xf32>, memref<80xi32>, memref<32xf32>, memref<1x13xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>} epilogue {
  ^bb0(%a: f32, %e: f32):
    %0 = arith.addf %a, %e : f32
    linalg.yield %0 : f32
  }
  kernel.widening_matmul ins(%x, %b, %f : memref<5x40xf32>, memref<640xi8>, memref<32xf32>) outs(%y : memref<5x13xf32>) workspace(%s : memref<640xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 8 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 4, 2>, block = 2 : i64}
  kernel.widening_matmul ins(%x, %p, %t : memref<5x40xf32>, memref<640xui8>, memref<256xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 5, 2>}
  func.return
}
