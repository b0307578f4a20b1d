// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<2x3x8xf32>, %y: memref<2x3x8xf32>) {
  // CHECK: takes an input, cosines and sines
  kernel.rotary_embed ins(%x : memref<2x3x8xf32>) outs(%y : memref<2x3x8xf32>)
  func.return
}

// -----

func.func @main(%x: memref<2x3x7xf32>, %c: memref<3x4xf32>, %y: memref<2x3x7xf32>) {
  // CHECK: the same extents, the last even
  kernel.rotary_embed ins(%x, %c, %c : memref<2x3x7xf32>, memref<3x4xf32>, memref<3x4xf32>) outs(%y : memref<2x3x7xf32>)
  func.return
}

// -----

func.func @main(%x: memref<2x3x8xf32>, %c: memref<2x4xf32>, %y: memref<2x3x8xf32>) {
  // CHECK: cosines and sines must have a row for each, of half its width
  kernel.rotary_embed ins(%x, %c, %c : memref<2x3x8xf32>, memref<2x4xf32>, memref<2x4xf32>) outs(%y : memref<2x3x8xf32>)
  func.return
}

// -----

func.func @main(%x: memref<2x3x8xf32>, %c: memref<3x8xf32>, %s: memref<3x7xf32>, %y: memref<2x3x8xf32>) {
  // CHECK: angles apart are those of halves, as wide as the input
  kernel.rotary_embed ins(%x, %c, %s : memref<2x3x8xf32>, memref<3x8xf32>, memref<3x7xf32>) outs(%y : memref<2x3x8xf32>) {apart}
  func.return
}

// -----

func.func @main(%x: memref<2x3x8xf32>, %c: memref<3x8xf32>, %y: memref<2x3x8xf32>) {
  // CHECK: angles apart are those of halves, as wide as the input
  kernel.rotary_embed ins(%x, %c, %c : memref<2x3x8xf32>, memref<3x8xf32>, memref<3x8xf32>) outs(%y : memref<2x3x8xf32>) {apart, interleaved}
  func.return
}
