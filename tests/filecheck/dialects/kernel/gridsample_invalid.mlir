// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x1x4x6x8xf32>, %g: memref<15x2xf32>, %y: memref<3x1x5x3x8xf32>, %x1: memref<2x3x4x6x8xf32>, %y1: memref<2x1x5x3x8xf32>, %g1: memref<2x14xf32>) {
  // expected-error @+1 {{input and output must have the same blocks of channels}}
  kernel.grid_sample ins(%x, %g : memref<2x1x4x6x8xf32>, memref<15x2xf32>) outs(%y : memref<3x1x5x3x8xf32>) {mode = #kernel<sample_mode nearest>, padding = #kernel<sample_padding zeros>}
  // expected-error @+1 {{needs two coordinates for an image, three for a volume}}
  kernel.grid_sample ins(%x1, %g : memref<2x3x4x6x8xf32>, memref<15x2xf32>) outs(%y1 : memref<2x1x5x3x8xf32>) {mode = #kernel<sample_mode nearest>, padding = #kernel<sample_padding zeros>}
  // expected-error @+1 {{the grid needs a place for every pixel of the output}}
  kernel.grid_sample ins(%x, %g1 : memref<2x1x4x6x8xf32>, memref<2x14xf32>) outs(%y1 : memref<2x1x5x3x8xf32>) {mode = #kernel<sample_mode nearest>, padding = #kernel<sample_padding zeros>, planar}
  func.return
}
