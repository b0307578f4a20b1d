// RUN: verify-diagnostics %s

func.func @main(%x: memref<5x40xf32>, %w: memref<80xi32>, %f: memref<32xf32>, %c: memref<13xf32>, %y: memref<5x13xf32>, %b: memref<80xi8>, %h: memref<32xf16>, %p: memref<640xui8>, %t: memref<256xf32>) {
  // expected-error @+1 {{needs x, stored panels and their factors or codebook}}
  kernel.widening_matmul ins(%x, %w : memref<5x40xf32>, memref<80xi32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>}
  // expected-error @+1 {{bits are 4, 6 or 8}}
  kernel.widening_matmul ins(%x, %w, %f : memref<5x40xf32>, memref<80xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 5 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>}
  // expected-error @+1 {{integers of 4 bits lie in i32}}
  kernel.widening_matmul ins(%x, %b, %f : memref<5x40xf32>, memref<80xi8>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>}
  // expected-error @+1 {{integers of 4 and 6 bits may have a product of i16}}
  kernel.widening_matmul ins(%x, %w, %f : memref<5x40xf32>, memref<80xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>, product = #target.product<"x86-avx512", "vpdpbusd">}
  // expected-error @+1 {{computes on f32 only}}
  kernel.widening_matmul ins(%x, %w, %h : memref<5x40xf32>, memref<80xi32>, memref<32xf16>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>}
  // expected-error @+1 {{needs 4 extents, 3 strides of x, 2 of y and a register tile}}
  kernel.widening_matmul ins(%x, %w, %f : memref<5x40xf32>, memref<80xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>}
  // expected-error @+1 {{multiplies one matrix, not in panels}}
  kernel.widening_matmul ins(%x, %w, %f : memref<5x40xf32>, memref<80xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 2, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>}
  // expected-error @+1 {{the panels must have 80 words, factors 32}}
  kernel.widening_matmul ins(%x, %w, %c : memref<5x40xf32>, memref<80xi32>, memref<13xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>}
  // expected-error @+1 {{an epilogue operand has shape [13]}}
  kernel.widening_matmul ins(%x, %w, %f, %c : memref<5x40xf32>, memref<80xi32>, memref<32xf32>, memref<13xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 5, 2>}
  // expected-error @+1 {{blocks have bits and a size}}
  kernel.widening_matmul ins(%x, %w, %f : memref<5x40xf32>, memref<80xi32>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, bits = 4 : i64, lanes = 8 : i64, register = array<i64: 5, 2>}
  // expected-error @+1 {{places lie in ui8}}
  kernel.widening_matmul ins(%x, %b, %t : memref<5x40xf32>, memref<80xi8>, memref<256xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 5, 2>}
  // expected-error @+1 {{the panels must have 640, the codebook 256}}
  kernel.widening_matmul ins(%x, %p, %f : memref<5x40xf32>, memref<640xui8>, memref<32xf32>) outs(%y : memref<5x13xf32>) {extents = array<i64: 1, 5, 13, 40>, x_strides = array<i64: 0, 40, 1>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 5, 2>}
  func.return
}
