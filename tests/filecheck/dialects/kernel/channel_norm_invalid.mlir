// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x6x8xf32>, %y: memref<2x8x6xf32>, %y1: memref<2x6x8xf32>, %g: memref<16xf32>) {
  // expected-error @+1 {{input and output must have the same three extents or more}}
  kernel.normalize_channels ins(%x : memref<2x6x8xf32>) outs(%y : memref<2x8x6xf32>) {channels = 11 : i64, eps = 1.0e-05 : f32}
  // expected-error @+1 {{the last group must hold the last channel}}
  kernel.normalize_channels ins(%x : memref<2x6x8xf32>) outs(%y1 : memref<2x6x8xf32>) {channels = 8 : i64, eps = 1.0e-05 : f32}
  // expected-error @+1 {{gains and shifts must have the extents of a column}}
  kernel.normalize_channels ins(%x, %g : memref<2x6x8xf32>, memref<16xf32>) outs(%y1 : memref<2x6x8xf32>) {channels = 11 : i64, eps = 1.0e-05 : f32}
  // expected-error @+1 {{columns have a static number of elements}}
  kernel.normalize_channels ins(%x : memref<2x6x8xf32>) outs(%y1 : memref<2x6x8xf32>) {channels = 11 : i64, eps = 1.0e-05 : f32, bounds = affine_map<()[s0] -> (s0, 6, 8)>}
  func.return
}
