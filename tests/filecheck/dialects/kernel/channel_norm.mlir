// RUN: round-trip %s

func.func @main(%x: memref<2x6x8xf32>, %g: memref<2x8xf32>, %y: memref<2x6x8xf32>) {
  kernel.normalize_channels ins(%x, %g, %g : memref<2x6x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y : memref<2x6x8xf32>) {channels = 11 : i64, eps = 1.000000e-05 : f32, centred}
  func.return
}
