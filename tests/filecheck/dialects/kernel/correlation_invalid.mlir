// RUN: verify-diagnostics %s

func.func @main(%a: memref<4x7x9xf32>, %b: memref<5x9x11xf32>, %y: memref<9x7x9xf32>, %b1: memref<4x9x12xf32>, %b2: memref<4x9x11xf32>, %y1: memref<8x7x9xf32>) {
  // expected-error @+1 {{needs two images with the same channels}}
  kernel.correlation ins(%a, %b : memref<4x7x9xf32>, memref<5x9x11xf32>) outs(%y : memref<9x7x9xf32>)
  // expected-error @+1 {{the second image needs the same number of additional rows and columns}}
  kernel.correlation ins(%a, %b1 : memref<4x7x9xf32>, memref<4x9x12xf32>) outs(%y : memref<9x7x9xf32>)
  // expected-error @+1 {{the output must have 9 channels of the first image's size}}
  kernel.correlation ins(%a, %b2 : memref<4x7x9xf32>, memref<4x9x11xf32>) outs(%y1 : memref<8x7x9xf32>)
  func.return
}
