// RUN: verify-diagnostics %s

func.func @main(%x: memref<4x8x9xf32>, %y: memref<2x8x4xf32>, %y1: memref<8x4xf32>) {
  // expected-error @+1 {{the box must lie in the input}}
  kernel.crop ins(%x : memref<4x8x9xf32>) outs(%y : memref<2x8x4xf32>) {offsets = array<i64: 1, 0, 6>}
  // expected-error @+1 {{input, output and offsets must have the same rank}}
  kernel.crop ins(%x : memref<4x8x9xf32>) outs(%y1 : memref<8x4xf32>) {offsets = array<i64: 0, 0>}
  func.return
}
