// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<2x4x4x8xf32>, %y: memref<2x5x6x8xf32>) {
  // CHECK: the output must be [2, 5, 7, 8]
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x5x6x8xf32>) {kind = #kernel<padding_kind reflect>, before = array<i64: 0, 1, 1>, after = array<i64: 0, 0, 2>, value = 0.0 : f32}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %y: memref<2x5x7x8xf32>) {
  // CHECK: needs pads for every axis but the last, and two such axes
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x5x7x8xf32>) {kind = #kernel<padding_kind reflect>, before = array<i64: 1, 1>, after = array<i64: 0, 2>, value = 0.0 : f32}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %y: memref<2x5x7x8xf32>) {
  // CHECK: 17 channels do not lie in 2 vectors of 8
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x5x7x8xf32>) {kind = #kernel<padding_kind constant>, before = array<i64: 0, 1, 1>, after = array<i64: 0, 0, 2>, value = 0.0 : f32, channels = 17 : i64}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %y: memref<2x5x7x8xf32>) {
  // CHECK: channels are padded with one constant
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x5x7x8xf32>) {kind = #kernel<padding_kind reflect>, before = array<i64: 0, 1, 1>, after = array<i64: 0, 0, 2>, value = 0.0 : f32, channels = 12 : i64}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %y: memref<2x5x7x8xf32>) {
  // CHECK: the output must be [3, 5, 7, 8]
  kernel.padding ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x5x7x8xf32>) {kind = #kernel<padding_kind constant>, before = array<i64: 3, 1, 1>, after = array<i64: 2, 0, 2>, value = 0.0 : f32, channels = 12 : i64}
  func.return
}
