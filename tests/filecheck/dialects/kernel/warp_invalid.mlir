// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x4x6x8xf32>, %f: memref<2x4x6xf32>, %y: memref<2x4x5x8xf32>, %f1: memref<3x4x6xf32>, %y1: memref<2x4x6x8xf32>, %w: memref<16x4x6xf32>, %y2: memref<1x4x6x8xf32>, %w1: memref<15x4x6xf32>) {
  // expected-error @+1 {{input and output must have the same packed shape}}
  kernel.warp ins(%x, %f : memref<2x4x6x8xf32>, memref<2x4x6xf32>) outs(%y : memref<2x4x5x8xf32>)
  // expected-error @+1 {{the flow needs two numbers for every pixel}}
  kernel.warp ins(%x, %f1 : memref<2x4x6x8xf32>, memref<3x4x6xf32>) outs(%y1 : memref<2x4x6x8xf32>)
  // expected-error @+1 {{input and output must have the same packed shape}}
  kernel.filter_interpolation ins(%x, %f, %w : memref<2x4x6x8xf32>, memref<2x4x6xf32>, memref<16x4x6xf32>) outs(%y2 : memref<1x4x6x8xf32>)
  // expected-error @+1 {{flow and filters need 2 and 16 numbers for every pixel}}
  kernel.filter_interpolation ins(%x, %f, %w1 : memref<2x4x6x8xf32>, memref<2x4x6xf32>, memref<15x4x6xf32>) outs(%x : memref<2x4x6x8xf32>)
  func.return
}
