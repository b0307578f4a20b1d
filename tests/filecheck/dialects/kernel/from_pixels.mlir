// RUN: round-trip %s

func.func @main(%x: memref<4x5x3xui8>, %y: memref<1x4x5xf32>, %e: memref<3xi32>, %z: memref<1x6x7xf32>, %w: memref<64xi32>) {
  kernel.from_pixels ins(%x : memref<4x5x3xui8>) outs(%y : memref<1x4x5xf32>) {pixel_type = "rgb2gray", mean = array<f32: 1.000000e+00>, norm = array<f32: 5.000000e-01>}
  kernel.from_pixels_resize ins(%x, %e : memref<4x5x3xui8>, memref<3xi32>) outs(%z : memref<1x6x7xf32>) workspace(%w : memref<64xi32>) {pixel_type = "rgb2gray", mean = array<f32: 1.000000e+00>, norm = array<f32: 5.000000e-01>, letterbox = 1.140000e+02 : f32}
  func.return
}
