// RUN: verify-diagnostics %s

func.func @main(%x: memref<5x6xf32>, %w: memref<96xf32>, %y: memref<5x13xf32>, %w1: memref<78xf32>, %c: memref<13xf32>, %x1: memref<5x12xf32>, %t: memref<30xf32>, %x2: memref<4x6xf32>, %w2: memref<96xbf16>, %y1: memref<4x16xf32>, %y2: memref<5x13xbf16>, %x3: memref<4x6xbf16>, %wb: memref<96xbf16>) {
  // expected-error @+1 {{needs 4 extents, 3 strides of x, 2 of y and a register tile}}
  kernel.matmul ins(%x, %w : memref<5x6xf32>, memref<96xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 5, 13, 6>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 4, 2>}
  // expected-error @+1 {{extents and register tile must be positive}}
  kernel.matmul ins(%x, %w : memref<5x6xf32>, memref<96xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 6>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 4, 0>}
  // expected-error @+1 {{the panels must have 96 elements, or that for each matrix}}
  kernel.matmul ins(%x, %w1 : memref<5x6xf32>, memref<78xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 6>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 4, 2>}
  // expected-error @+1 {{an epilogue operand has shape [13]}}
  kernel.matmul ins(%x, %w, %c : memref<5x6xf32>, memref<96xf32>, memref<13xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 6>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 4, 2>}
  // expected-error @+1 {{rows or columns must be contiguous}}
  kernel.pack_panels ins(%x1 : memref<5x12xf32>) outs(%t : memref<30xf32>) {extents = array<i64: 1, 5, 6>, strides = array<i64: 0, 12, 2>, lanes = 1 : i64, vectors = 4 : i64}
  // expected-error @+1 {{needs 3 extents and 3 strides}}
  kernel.pack_panels ins(%x : memref<5x6xf32>) outs(%t : memref<30xf32>) {extents = array<i64: 5, 6>, strides = array<i64: 0, 6, 1>, lanes = 1 : i64, vectors = 4 : i64}
  // expected-error @+1 {{the output must have the shape [48]}}
  kernel.pack_panels ins(%x : memref<5x6xf32>) outs(%t : memref<30xf32>) {extents = array<i64: 1, 5, 6>, strides = array<i64: 0, 6, 1>, lanes = 8 : i64, vectors = 1 : i64}
  // expected-error @+1 {{vdpbf16ps does not multiply f32 x bf16 -> f32}}
  kernel.matmul ins(%x2, %w2 : memref<4x6xf32>, memref<96xbf16>) outs(%y1 : memref<4x16xf32>) {extents = array<i64: 1, 4, 16, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 16>, lanes = 16 : i64, register = array<i64: 2, 1>, product = #target.product<"x86-avx512", "vdpbf16ps">}
  // expected-error @+1 {{sums wait for a late epilogue in an output of their type}}
  kernel.matmul ins(%x, %w : memref<5x6xf32>, memref<96xf32>) outs(%y2 : memref<5x13xbf16>) {extents = array<i64: 1, 5, 13, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 4, 2>, late_epilogue = 16 : i64}
  // expected-error @+1 {{an epilogue in a loop takes at least one vector}}
  kernel.matmul ins(%x, %w : memref<5x6xf32>, memref<96xf32>) outs(%y2 : memref<5x13xbf16>) {extents = array<i64: 1, 5, 13, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 4, 2>, epilogue_vectors = 0 : i64}
  // expected-error @+1 {{columns have a static number}}
  kernel.matmul ins(%x, %w : memref<5x6xf32>, memref<96xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 4, 2>, shares_vectors, bounds = affine_map<()[s0] -> (1, 5, s0, 6)>}
  // expected-error @+1 {{sums over blocks, or by a product, have a static number}}
  kernel.matmul ins(%x3, %w2 : memref<4x6xbf16>, memref<96xbf16>) outs(%y1 : memref<4x16xf32>) {extents = array<i64: 1, 4, 16, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 16>, lanes = 16 : i64, register = array<i64: 2, 1>, product = #target.product<"x86-avx512", "vdpbf16ps">, bounds = affine_map<()[s0] -> (1, 4, 16, s0)>}
  // expected-error @+1 {{the batch has a static number}}
  kernel.pack_panels ins(%x : memref<5x6xf32>) outs(%w : memref<96xf32>) {extents = array<i64: 1, 16, 6>, strides = array<i64: 0, 6, 1>, lanes = 8 : i64, vectors = 1 : i64, bounds = affine_map<()[s0] -> (s0, 16, 6)>}
  // expected-error @+1 {{rows or columns have a static number}}
  kernel.pack_panels ins(%x : memref<5x6xf32>) outs(%w : memref<96xf32>) {extents = array<i64: 1, 16, 6>, strides = array<i64: 0, 6, 1>, lanes = 8 : i64, vectors = 1 : i64, bounds = affine_map<()[s0] -> (1, s0, s0)>}
  // expected-error @+1 {{begin must be a row and a column, made of symbols}}
  kernel.pack_panels ins(%x : memref<5x6xf32>) outs(%w : memref<96xf32>) {extents = array<i64: 1, 16, 6>, strides = array<i64: 0, 6, 1>, lanes = 8 : i64, vectors = 1 : i64, bounds = affine_map<()[s0] -> (1, s0, 6)>, begin = affine_map<()[s0] -> (s0)>}
  // expected-error @+1 {{panels that are appended to need bounds}}
  kernel.pack_panels ins(%x : memref<5x6xf32>) outs(%w : memref<96xf32>) {extents = array<i64: 1, 16, 6>, strides = array<i64: 0, 6, 1>, lanes = 8 : i64, vectors = 1 : i64, begin = affine_map<()[s0] -> (s0, 0)>}
  // expected-error @+1 {{rows or columns are appended}}
  kernel.pack_panels ins(%x : memref<5x6xf32>) outs(%w : memref<96xf32>) {extents = array<i64: 1, 16, 6>, strides = array<i64: 0, 6, 1>, lanes = 8 : i64, vectors = 1 : i64, bounds = affine_map<()[s0] -> (1, s0, 6)>, begin = affine_map<()[s0] -> (0, s0)>}
  // expected-error @+1 {{columns are appended to contiguous rows}}
  kernel.pack_panels ins(%x : memref<5x6xf32>) outs(%w : memref<96xf32>) {extents = array<i64: 1, 16, 6>, strides = array<i64: 0, 6, 1>, lanes = 8 : i64, vectors = 1 : i64, bounds = affine_map<()[s0] -> (1, 16, s0)>, begin = affine_map<()[s0] -> (0, s0)>}
  // expected-error @+1 {{f32 is not packed as bf16}}
  kernel.pack_panels ins(%x : memref<5x6xf32>) outs(%wb : memref<96xbf16>) {extents = array<i64: 1, 16, 6>, strides = array<i64: 0, 6, 1>, lanes = 8 : i64, vectors = 1 : i64}
  func.return
}
