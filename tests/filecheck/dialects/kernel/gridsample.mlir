// RUN: round-trip %s

func.func @main(%x: memref<2x1x4x6x8xf32>, %g: memref<15x2xf32>, %y: memref<2x1x5x3x8xf32>, %v: memref<2x3x4x6x8xf32>, %p: memref<3x30xf32>, %z: memref<2x2x5x3x8xf32>) {
  kernel.grid_sample ins(%x, %g : memref<2x1x4x6x8xf32>, memref<15x2xf32>) outs(%y : memref<2x1x5x3x8xf32>) {mode = #kernel<sample_mode bicubic>, padding = #kernel<sample_padding border>}
  kernel.grid_sample ins(%v, %p : memref<2x3x4x6x8xf32>, memref<3x30xf32>) outs(%z : memref<2x2x5x3x8xf32>) {mode = #kernel<sample_mode nearest>, padding = #kernel<sample_padding zeros>, align_corner, planar}
  func.return
}
