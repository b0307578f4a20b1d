// RUN: round-trip %s

func.func @main(%x: memref<2x4x6x8xf32>, %r: memref<4xf32>, %y: memref<2x5x3x8xf32>, %p: memref<30x4x6xf32>, %z: memref<2x5x3xf32>) {
  kernel.roi_align ins(%x, %r : memref<2x4x6x8xf32>, memref<4xf32>) outs(%y : memref<2x5x3x8xf32>) {scale = 5.000000e-01 : f32, samples = 2 : i64, detectron}
  kernel.roi_max ins(%x, %r : memref<2x4x6x8xf32>, memref<4xf32>) outs(%y : memref<2x5x3x8xf32>) {scale = 5.000000e-01 : f32}
  kernel.roi_mean ins(%p, %r : memref<30x4x6xf32>, memref<4xf32>) outs(%z : memref<2x5x3xf32>) {scale = 5.000000e-01 : f32}
  func.return
}
