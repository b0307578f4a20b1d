// RUN: round-trip %s

func.func @main(%x: memref<4x6xf32>, %g: memref<6xf32>, %y: memref<4x6xf32>) {
  kernel.normalize_rows ins(%x, %g, %g : memref<4x6xf32>, memref<6xf32>, memref<6xf32>) outs(%y : memref<4x6xf32>) {eps = 1.000000e-05 : f32, centred}
  kernel.normalize_rows ins(%x : memref<4x6xf32>) outs(%y : memref<4x6xf32>) {eps = 1.000000e-05 : f32, bounds = affine_map<()[s0] -> (s0, 6)>}
  func.return
}
