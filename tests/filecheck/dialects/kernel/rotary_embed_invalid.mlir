// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x3x8xf32>, %y: memref<2x3x8xf32>, %x1: memref<2x3x7xf32>, %c: memref<3x4xf32>, %y1: memref<2x3x7xf32>, %c1: memref<2x4xf32>, %c2: memref<3x8xf32>, %s: memref<3x7xf32>) {
  // expected-error @+1 {{takes an input, cosines and sines}}
  kernel.rotary_embed ins(%x : memref<2x3x8xf32>) outs(%y : memref<2x3x8xf32>)
  // expected-error @+1 {{the same extents, the last even}}
  kernel.rotary_embed ins(%x1, %c, %c : memref<2x3x7xf32>, memref<3x4xf32>, memref<3x4xf32>) outs(%y1 : memref<2x3x7xf32>)
  // expected-error @+1 {{cosines and sines must have a row for each, of half its width}}
  kernel.rotary_embed ins(%x, %c1, %c1 : memref<2x3x8xf32>, memref<2x4xf32>, memref<2x4xf32>) outs(%y : memref<2x3x8xf32>)
  // expected-error @+1 {{separate angles need halves as wide as the input}}
  kernel.rotary_embed ins(%x, %c2, %s : memref<2x3x8xf32>, memref<3x8xf32>, memref<3x7xf32>) outs(%y : memref<2x3x8xf32>) {apart}
  // expected-error @+1 {{separate angles need halves as wide as the input}}
  kernel.rotary_embed ins(%x, %c2, %c2 : memref<2x3x8xf32>, memref<3x8xf32>, memref<3x8xf32>) outs(%y : memref<2x3x8xf32>) {apart, interleaved}
  func.return
}
