// RUN: round-trip %s

func.func @main(%x: memref<2x4x4x8xf32>, %y: memref<2x4x4x8xf32>) {
  kernel.lrn ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x4x4x8xf32>) {region = #kernel<lrn_region across_channels>, channels = 13 : i64, local_size = 5 : i64, scale = 2.000000e-01 : f32, beta = 7.500000e-01 : f32, bias = 1.000000e+00 : f32}
  func.return
}
