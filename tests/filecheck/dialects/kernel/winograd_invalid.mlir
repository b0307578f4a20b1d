// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x4x4x8xf32>, %u: memref<4096xf32>, %y: memref<2x4x4x8xf32>, %v: memref<16x9x8xf32>, %u1: memref<2304xf32>, %v1: memref<16x8x8xf32>, %x1: memref<2x1x4x4x8xf32>, %u2: memref<12288xf32>, %y1: memref<2x1x4x4x8xf32>, %p: memref<16x9x8xf32>, %p1: memref<16x8x8xf32>, %x2: memref<1x4x4x16xbf16>, %u3: memref<3840xbf16>, %y2: memref<1x4x4x16xbf16>, %u4: memref<4096xbf16>, %v2: memref<16x5x16xf32>) {
  // expected-error @+1 {{a second output is for Winograd with all tiles in one block}}
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y, %v : memref<2x4x4x8xf32>, memref<16x9x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 2, 1>, block = 2 : i64}
  // expected-error @+1 {{a second output is for Winograd with all tiles in one block}}
  kernel.convolution ins(%x, %u1 : memref<2x4x4x8xf32>, memref<2304xf32>) outs(%y, %v : memref<2x4x4x8xf32>, memref<16x9x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 2, 1>, block = 2 : i64}
  // expected-error @+1 {{the second output must have the shape (16, 9, 8)}}
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y, %v1 : memref<2x4x4x8xf32>, memref<16x8x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{a second output is for Winograd with all tiles in one block}}
  kernel.convolution ins(%x1, %u2 : memref<2x1x4x4x8xf32>, memref<12288xf32>) outs(%y1, %v : memref<2x1x4x4x8xf32>, memref<16x9x8xf32>) {kernel = array<i64: 3, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 1, 1, 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{a second output is for Winograd with all tiles in one block}}
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y, %v, %p : memref<2x4x4x8xf32>, memref<16x9x8xf32>, memref<16x9x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{the third output must have the shape (16, 9, 8)}}
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y, %v, %p1 : memref<2x4x4x8xf32>, memref<16x9x8xf32>, memref<16x8x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, by_place}
  // expected-error @+1 {{by place is how Winograd multiplies}}
  kernel.convolution ins(%x, %u1 : memref<2x4x4x8xf32>, memref<2304xf32>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 2, 1>, block = 2 : i64, by_place}
  // expected-error @+1 {{Winograd of floats multiplies a multiple of k channels}}
  kernel.convolution ins(%x2, %u3 : memref<1x4x4x16xbf16>, memref<3840xbf16>) outs(%y2 : memref<1x4x4x16xbf16>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 15 : i64, register = array<i64: 2, 1>, block = 4 : i64, product = #target.product<"x86-avx512", "vdpbf16ps">}
  // expected-error @+1 {{the second output must have the shape (16, 5, 8)}}
  kernel.convolution ins(%x2, %u4 : memref<1x4x4x16xbf16>, memref<4096xbf16>) outs(%y2, %v2 : memref<1x4x4x16xbf16>, memref<16x5x16xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, product = #target.product<"x86-avx512", "vdpbf16ps">}
  // expected-error @+1 {{Winograd's tiles of images of floats are cropped}}
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 2, 1>, block = 2 : i64, cropped}
  // expected-error @+1 {{Winograd's tiles of images of floats are cropped}}
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm dilated>, inner = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 2, 1>, block = 2 : i64, cropped}
  func.return
}
