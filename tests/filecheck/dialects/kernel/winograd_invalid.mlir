// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @small_block(%x: memref<2x4x4x8xf32>, %u: memref<4096xf32>, %y: memref<2x4x4x8xf32>, %v: memref<16x9x8xf32>) {
  // CHECK: a second output is for Winograd with all tiles in one block
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y, %v : memref<2x4x4x8xf32>, memref<16x9x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 2, 1>, block = 2 : i64}
  func.return
}

// -----

func.func @direct(%x: memref<2x4x4x8xf32>, %u: memref<2304xf32>, %y: memref<2x4x4x8xf32>, %v: memref<16x9x8xf32>) {
  // CHECK: a second output is for Winograd with all tiles in one block
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<2304xf32>) outs(%y, %v : memref<2x4x4x8xf32>, memref<16x9x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 2, 1>, block = 2 : i64}
  func.return
}

// -----

func.func @wrong_size(%x: memref<2x4x4x8xf32>, %u: memref<4096xf32>, %y: memref<2x4x4x8xf32>, %v: memref<16x8x8xf32>) {
  // CHECK: the second output must have the shape (16, 9, 8)
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y, %v : memref<2x4x4x8xf32>, memref<16x8x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  func.return
}

// -----

func.func @volume(%x: memref<2x1x4x4x8xf32>, %u: memref<12288xf32>, %y: memref<2x1x4x4x8xf32>, %v: memref<16x9x8xf32>) {
  // CHECK: a second output is for Winograd with all tiles in one block
  kernel.convolution ins(%x, %u : memref<2x1x4x4x8xf32>, memref<12288xf32>) outs(%y, %v : memref<2x1x4x4x8xf32>, memref<16x9x8xf32>) {kernel = array<i64: 3, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 1, 1, 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  func.return
}

// -----

func.func @products_not_by_place(%x: memref<2x4x4x8xf32>, %u: memref<4096xf32>, %y: memref<2x4x4x8xf32>, %v: memref<16x9x8xf32>, %p: memref<16x9x8xf32>) {
  // CHECK: a second output is for Winograd with all tiles in one block
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y, %v, %p : memref<2x4x4x8xf32>, memref<16x9x8xf32>, memref<16x9x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  func.return
}

// -----

func.func @products_of_wrong_size(%x: memref<2x4x4x8xf32>, %u: memref<4096xf32>, %y: memref<2x4x4x8xf32>, %v: memref<16x9x8xf32>, %p: memref<16x8x8xf32>) {
  // CHECK: the third output must have the shape (16, 9, 8)
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y, %v, %p : memref<2x4x4x8xf32>, memref<16x9x8xf32>, memref<16x8x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, by_place}
  func.return
}

// -----

func.func @direct_by_place(%x: memref<2x4x4x8xf32>, %u: memref<2304xf32>, %y: memref<2x4x4x8xf32>) {
  // CHECK: by place is how Winograd multiplies
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<2304xf32>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 2, 1>, block = 2 : i64, by_place}
  func.return
}

// -----

// Pairs of channels are multiplied.
func.func @odd_channels(%x: memref<1x4x4x16xbf16>, %u: memref<3840xbf16>, %y: memref<1x4x4x16xbf16>) {
  // CHECK: Winograd of floats multiplies a multiple of k channels
  kernel.convolution ins(%x, %u : memref<1x4x4x16xbf16>, memref<3840xbf16>) outs(%y : memref<1x4x4x16xbf16>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 15 : i64, register = array<i64: 2, 1>, block = 4 : i64, product = #target.product<"x86-avx512", "vdpbf16ps">}
  func.return
}

// -----

// An element of the transformed input is two channels.
func.func @pairs(%x: memref<1x4x4x16xbf16>, %u: memref<4096xbf16>, %y: memref<1x4x4x16xbf16>, %v: memref<16x5x16xf32>) {
  // CHECK: the second output must have the shape (16, 5, 8)
  kernel.convolution ins(%x, %u : memref<1x4x4x16xbf16>, memref<4096xbf16>) outs(%y, %v : memref<1x4x4x16xbf16>, memref<16x5x16xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, product = #target.product<"x86-avx512", "vdpbf16ps">}
  func.return
}
