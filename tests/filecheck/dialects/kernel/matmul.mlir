// RUN: round-trip %s

// One matrix, with a value for each column; two heads side by side; x in panels of 4 rows.
func.func @main(%x: memref<5x6xf32>, %w: memref<96xf32>, %c: memref<1x13xf32>, %y: memref<5x13xf32>, %t: memref<30xf32>, %h: memref<48xf32>, %z: memref<5x16xf32>) {
  kernel.matmul ins(%x, %w, %c : memref<5x6xf32>, memref<96xf32>, memref<1x13xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 4, 2>, weights_ahead = array<i64: 3, 2>, shares_vectors, late_epilogue = 8 : i64, epilogue_vectors = 6 : i64} epilogue {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  kernel.matmul ins(%x, %h : memref<5x6xf32>, memref<48xf32>) outs(%z : memref<5x16xf32>) {extents = array<i64: 2, 5, 8, 3>, x_strides = array<i64: 3, 6, 1>, y_strides = array<i64: 8, 16>, lanes = 8 : i64, register = array<i64: 4, 1>}
  kernel.matmul ins(%t, %w : memref<30xf32>, memref<96xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 6>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 4, 2>}
  kernel.matmul ins(%x, %w : memref<5x6xf32>, memref<96xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 4, 2>, bounds = affine_map<()[s0] -> (1, s0, 13, 6)>}
  kernel.pack_panels ins(%x : memref<5x6xf32>) outs(%t : memref<30xf32>) {extents = array<i64: 1, 5, 6>, strides = array<i64: 0, 6, 1>, lanes = 1 : i64, vectors = 4 : i64}
  kernel.pack_panels ins(%x : memref<5x6xf32>) outs(%w : memref<96xf32>) {extents = array<i64: 1, 16, 6>, strides = array<i64: 0, 6, 1>, lanes = 8 : i64, vectors = 1 : i64, bounds = affine_map<()[s0, s1] -> (1, s0, 6)>, begin = affine_map<()[s0, s1] -> (s1, 0)>}
  func.return
}
