// RUN: verify-diagnostics %s

func.func @main(%x: memref<4x9xf32>, %b: memref<2x3xf32>, %y: memref<4x9xf32>, %b1: memref<3xf32>, %y1: memref<9x4xf32>) {
  // expected-error @+1 {{the box must lie in the input}}
  kernel.insert_box ins(%x, %b : memref<4x9xf32>, memref<2x3xf32>) outs(%y : memref<4x9xf32>) {offsets = array<i64: 1, 7>}
  // expected-error @+1 {{input, box and offsets must have the same rank}}
  kernel.insert_box ins(%x, %b1 : memref<4x9xf32>, memref<3xf32>) outs(%y : memref<4x9xf32>) {offsets = array<i64: 1, 6>}
  // expected-error @+1 {{input and output must have the same shape}}
  kernel.insert_box ins(%x, %b : memref<4x9xf32>, memref<2x3xf32>) outs(%y1 : memref<9x4xf32>) {offsets = array<i64: 1, 6>}
  func.return
}
