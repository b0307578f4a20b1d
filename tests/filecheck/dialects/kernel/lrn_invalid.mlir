// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x4x4x8xf32>, %y: memref<2x4x4x8xf32>, %x1: memref<13x4x4xf32>, %y1: memref<13x4x4xf32>) {
  // expected-error @+1 {{the channels must end in the last block}}
  kernel.lrn ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x4x4x8xf32>) {region = #kernel<lrn_region across_channels>, channels = 8 : i64, local_size = 5 : i64, scale = 0.2 : f32, beta = 0.75 : f32, bias = 1.0 : f32}
  // expected-error @+1 {{input and output must be packed alike: c/p,h,w,p}}
  kernel.lrn ins(%x1 : memref<13x4x4xf32>) outs(%y1 : memref<13x4x4xf32>) {region = #kernel<lrn_region across_channels>, channels = 13 : i64, local_size = 5 : i64, scale = 0.2 : f32, beta = 0.75 : f32, bias = 1.0 : f32}
  func.return
}
