// RUN: verify-diagnostics %s

func.func @main(%x: memref<5x48xi8>, %f: memref<5x2xf32>, %s: memref<5x2xi32>, %w: memref<160xi32>, %g: memref<32xf32>, %y: memref<5x13xf32>, %i: memref<5x13xi32>) {
  // expected-error @+1 {{the product multiplies bytes, or s16}}
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<5x48xi8>, memref<5x2xf32>, memref<5x2xi32>, memref<160xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 48, 1>, y_strides = array<i64: 0, 13>, bits = 8 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>, product = #target.product<"x86-avx512", "vdpbf16ps">}
  // expected-error @+1 {{multiplies i16, f32, i32, i32, f32}}
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<5x48xi8>, memref<5x2xf32>, memref<5x2xi32>, memref<160xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 48, 1>, y_strides = array<i64: 0, 13>, bits = 8 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>, product = #target.product<"x86-avx2", "vpmaddwd">}
  // expected-error @+1 {{stores f32 only}}
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<5x48xi8>, memref<5x2xf32>, memref<5x2xi32>, memref<160xi32>, memref<32xf32>) outs(%i : memref<5x13xi32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 48, 1>, y_strides = array<i64: 0, 13>, bits = 8 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>, product = #target.product<"x86-avx2", "vpdpbusd">}
  // expected-error @+1 {{bits are 4, 6 or 8}}
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<5x48xi8>, memref<5x2xf32>, memref<5x2xi32>, memref<160xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 48, 1>, y_strides = array<i64: 0, 13>, bits = 5 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>, product = #target.product<"x86-avx2", "vpdpbusd">}
  // expected-error @+1 {{needs integers, factors and starts of x, words and factors of w}}
  kernel.block_matmul ins(%x, %f, %s, %w : memref<5x48xi8>, memref<5x2xf32>, memref<5x2xi32>, memref<160xi32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 48, 1>, y_strides = array<i64: 0, 13>, bits = 8 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>, product = #target.product<"x86-avx2", "vpdpbusd">}
  // expected-error @+1 {{blocks have whole 16 columns}}
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<5x48xi8>, memref<5x2xf32>, memref<5x2xi32>, memref<160xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 48, 1>, y_strides = array<i64: 0, 13>, bits = 6 : i64, size = 24 : i64, lanes = 8 : i64, register = array<i64: 5, 2>, product = #target.product<"x86-avx2", "vpdpbusd">}
  // expected-error @+1 {{multiplies matrices with rows 48 apart}}
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<5x48xi8>, memref<5x2xf32>, memref<5x2xi32>, memref<160xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 8 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>, product = #target.product<"x86-avx2", "vpdpbusd">}
  // expected-error @+1 {{x and the panels must have [[5, 48], [5, 2], [5, 2], [80], [32]]}}
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<5x48xi8>, memref<5x2xf32>, memref<5x2xi32>, memref<160xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 48, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>, product = #target.product<"x86-avx2", "vpdpbusd">}
  // expected-error @+1 {{only sums of 4 bits are exact in i16}}
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<5x48xi8>, memref<5x2xf32>, memref<5x2xi32>, memref<160xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 48, 1>, y_strides = array<i64: 0, 13>, bits = 8 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>, product = #target.product<"x86-avx2", "vpmaddubsw">}
  func.return
}
