// RUN: round-trip %s

func.func @main(%x: memref<2x20x8xf32>, %f: memref<2x8xf32>, %y: memref<2x20x8xf32>, %s: memref<2x16xf32>) {
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y : memref<2x20x8xf32>) {guard = #kernel<eps_guard added_to_square>, channels = 12 : i64, groups = 12 : i64, eps = 1.000000e-05 : f32, centred}
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y, %s : memref<2x20x8xf32>, memref<2x16xf32>) {guard = #kernel<eps_guard least_root>, channels = 12 : i64, groups = 3 : i64, eps = 5.000000e-01 : f32, summed, sample = 80 : i64, shares_vectors}
  func.return
}
