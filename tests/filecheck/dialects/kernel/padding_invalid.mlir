// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x4x4x8xf32>, %y: memref<2x5x6x8xf32>, %y1: memref<2x5x7x8xf32>) {
  // expected-error @+1 {{the output must be [2, 5, 7, 8]}}
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x5x6x8xf32>) {kind = #kernel<padding_kind reflect>, before = array<i64: 0, 1, 1>, after = array<i64: 0, 0, 2>, value = 0.0 : f32}
  // expected-error @+1 {{needs pads for every axis but the last, and two such axes}}
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y1 : memref<2x5x7x8xf32>) {kind = #kernel<padding_kind reflect>, before = array<i64: 1, 1>, after = array<i64: 0, 2>, value = 0.0 : f32}
  // expected-error @+1 {{17 channels do not lie in 2 vectors of 8}}
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y1 : memref<2x5x7x8xf32>) {kind = #kernel<padding_kind constant>, before = array<i64: 0, 1, 1>, after = array<i64: 0, 0, 2>, value = 0.0 : f32, channels = 17 : i64}
  // expected-error @+1 {{channels are padded with one constant}}
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y1 : memref<2x5x7x8xf32>) {kind = #kernel<padding_kind reflect>, before = array<i64: 0, 1, 1>, after = array<i64: 0, 0, 2>, value = 0.0 : f32, channels = 12 : i64}
  // expected-error @+1 {{the output must be [3, 5, 7, 8]}}
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y1 : memref<2x5x7x8xf32>) {kind = #kernel<padding_kind constant>, before = array<i64: 3, 1, 1>, after = array<i64: 2, 0, 2>, value = 0.0 : f32, channels = 12 : i64}
  func.return
}
