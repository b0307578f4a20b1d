// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x7x9x8xf32>, %i: memref<1x4x5x8xf32>, %i1: memref<2x4x5x8xf32>, %i2: memref<2x6x5x8xf32>, %v: memref<16x20xf32>, %y: memref<15x63xf32>) {
  // expected-error @+1 {{input and output must have the same blocks of channels}}
  kernel.pooling_index ins(%x : memref<2x7x9x8xf32>) outs(%i : memref<1x4x5x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, pad = array<i64: 1, 1>}
  // expected-error @+1 {{kernel, stride and pad need a number for each axis}}
  kernel.pooling_index ins(%x : memref<2x7x9x8xf32>) outs(%i1 : memref<2x4x5x8xf32>) {kernel = array<i64: 3>, stride = array<i64: 2, 2>, pad = array<i64: 1, 1>}
  // expected-error @+1 {{each window needs a cell of the input}}
  kernel.pooling_index ins(%x : memref<2x7x9x8xf32>) outs(%i2 : memref<2x6x5x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, pad = array<i64: 1, 1>}
  // expected-error @+1 {{input and places need one shape, and the output the same channels}}
  kernel.unpool ins(%v, %v : memref<16x20xf32>, memref<16x20xf32>) outs(%y : memref<15x63xf32>)
  func.return
}
