// RUN: verify-diagnostics %s

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>) {
  // expected-error @+1 {{dilated, and it alone, has an inner algorithm}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm dilated>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{dilated, and it alone, has an inner algorithm}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm packed>, inner = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{the inner algorithm computes images: packed or Winograd}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm dilated>, inner = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{dilated needs stride 1 and one group}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm dilated>, inner = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{Winograd needs a 3x3 kernel, stride 1 and dilation 1}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 5, 5>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm dilated>, inner = #kernel<algorithm winograd2>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{Winograd needs a 3x3 kernel, stride 1 and dilation 1}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm winograd2>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  func.return
}
