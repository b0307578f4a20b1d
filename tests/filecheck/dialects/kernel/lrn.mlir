// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s

func.func @main(%x: memref<2x4x4x8xf32>, %y: memref<2x4x4x8xf32>) {
  // CHECK: kernel.lrn ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x4x4x8xf32>) {region = #kernel<lrn_region across_channels>, channels = 13 : i64, local_size = 5 : i64, scale = 2.000000e-01 : f32, beta = 7.500000e-01 : f32, bias = 1.000000e+00 : f32}
  kernel.lrn ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x4x4x8xf32>) {region = #kernel<lrn_region across_channels>, channels = 13 : i64, local_size = 5 : i64, scale = 0.2 : f32, beta = 0.75 : f32, bias = 1.0 : f32}
  func.return
}
