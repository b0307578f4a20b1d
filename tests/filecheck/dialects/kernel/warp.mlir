// RUN: round-trip %s

func.func @main(%x: memref<2x4x6x8xf32>, %f: memref<2x4x6xf32>, %y: memref<2x4x6x8xf32>) {
  kernel.warp ins(%x, %f : memref<2x4x6x8xf32>, memref<2x4x6xf32>) outs(%y : memref<2x4x6x8xf32>)
  kernel.warp ins(%x, %f : memref<2x4x6x8xf32>, memref<2x4x6xf32>) outs(%y : memref<2x4x6x8xf32>) {zeros_outside}
  func.return
}

func.func @filter(%x: memref<2x4x6x8xf32>, %f: memref<2x4x6xf32>, %w: memref<16x4x6xf32>, %y: memref<2x4x6x8xf32>) {
  kernel.filter_interpolation ins(%x, %f, %w : memref<2x4x6x8xf32>, memref<2x4x6xf32>, memref<16x4x6xf32>) outs(%y : memref<2x4x6x8xf32>)
  func.return
}
