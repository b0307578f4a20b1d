// RUN: round-trip %s

// Bytes of 8 bits with a value for each column; of 4 bits pairs of i16, from a panel in the workspace.
func.func @main(%x: memref<5x48xi8>, %z: memref<5x48xi16>, %f: memref<5x2xf32>, %s: memref<5x2xi32>, %w: memref<160xi32>, %v: memref<80xi32>, %g: memref<32xf32>, %c: memref<1x13xf32>, %y: memref<5x13xf32>, %p: memref<384xi32>) {
  kernel.block_matmul ins(%x, %f, %s, %w, %g, %c : memref<5x48xi8>, memref<5x2xf32>, memref<5x2xi32>, memref<160xi32>, memref<32xf32>, memref<1x13xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 48, 1>, y_strides = array<i64: 0, 13>, bits = 8 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>, product = #target.product<"x86-avx2", "vpdpbusd">} epilogue {
  ^bb0(%a: f32, %e: f32):
    %0 = arith.addf %a, %e : f32
    linalg.yield %0 : f32
  }
  kernel.block_matmul ins(%z, %f, %s, %v, %g : memref<5x48xi16>, memref<5x2xf32>, memref<5x2xi32>, memref<80xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) workspace(%p : memref<384xi32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 48, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 3, 2>, product = #target.product<"x86-avx2", "vpmaddwd">, block = 2 : i64}
  func.return
}
