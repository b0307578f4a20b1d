// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x4x6x8xf32>, %r: memref<5xf32>, %y: memref<2x5x3x8xf32>, %r1: memref<4xf32>, %y1: memref<3x5x3x8xf32>, %x1: memref<29x4x6xf32>, %y2: memref<2x5x3xf32>) {
  // expected-error @+1 {{needs the four corners of a region}}
  kernel.roi_max ins(%x, %r : memref<2x4x6x8xf32>, memref<5xf32>) outs(%y : memref<2x5x3x8xf32>) {scale = 0.5 : f32}
  // expected-error @+1 {{input and output must have the same blocks of channels}}
  kernel.roi_align ins(%x, %r1 : memref<2x4x6x8xf32>, memref<4xf32>) outs(%y1 : memref<3x5x3x8xf32>) {scale = 0.5 : f32, samples = 0 : i64}
  // expected-error @+1 {{the input needs a channel for every cell of the output}}
  kernel.roi_mean ins(%x1, %r1 : memref<29x4x6xf32>, memref<4xf32>) outs(%y2 : memref<2x5x3xf32>) {scale = 0.5 : f32}
  func.return
}
