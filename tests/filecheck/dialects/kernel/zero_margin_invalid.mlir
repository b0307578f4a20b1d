// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x5x32x8xf32>, %v: memref<8xf32>) {
  // expected-error @+1 {{the output must be one image: c,h,w or c/p,h,w,p}}
  kernel.zero_margin outs(%v : memref<8xf32>) {margin = array<i64: 0, 1>}
  // expected-error @+1 {{the margin must be a number of rows and one of columns}}
  kernel.zero_margin outs(%x : memref<2x5x32x8xf32>) {margin = array<i64: 1>}
  // expected-error @+1 {{the margin must be a number of rows and one of columns}}
  kernel.zero_margin outs(%x : memref<2x5x32x8xf32>) {margin = array<i64: -1, 0>}
  func.return
}
