// RUN: round-trip %s

// On tensors a kernel has one result per destination.
func.func @tensors(%x: tensor<3x8x8xf32>, %u: tensor<432xf32>, %b: tensor<2x8xf32>, %e: tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32> {
  %0 = kernel.convolution ins(%x, %u, %b : tensor<3x8x8xf32>, tensor<432xf32>, tensor<2x8xf32>) outs(%e : tensor<2x8x8x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 3 : i64, register = array<i64: 4, 2>, block = 8 : i64} epilogue {
  ^bb0(%acc: f32, %bias: f32):
    %sum = arith.addf %acc, %bias : f32
    linalg.yield %sum : f32
  } -> tensor<2x8x8x8xf32>
  func.return %0 : tensor<2x8x8x8xf32>
}

// On memrefs it has none; a workspace comes after the destination.
func.func @memrefs(%u0: memref<64xf32>, %x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %t: memref<1xi64>, %p: memref<1x2xi64>, %y: memref<1x4x4x8xf32>, %w: memref<1408xf32>, %c: memref<9x4x4x8xf32>, %r: memref<1x4x8xf32>) {
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) workspace(%w : memref<1408xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, cropped, reads_ahead, writes_ahead, weights_ahead = array<i64: 4, 1>, late_epilogue = 16 : i64, epilogue_vectors = 6 : i64}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm dilated>, inner = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  kernel.convolution ins(%x, %u, %t : memref<1x4x4x8xf32>, memref<1024xf32>, memref<1xi64>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 2 : i64, register = array<i64: 4, 1>, block = 4 : i64, grouped = 2 : i64}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, last_lanes = 4 : i64}
  kernel.convolution ins(%x, %u0 : memref<1x4x4x8xf32>, memref<64xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 4 : i64, partial_sums = array<i64: 4, 2>}
  kernel.convolution ins(%x, %u, %p : memref<1x4x4x8xf32>, memref<1024xf32>, memref<1x2xi64>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 2 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  kernel.depthwise ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, epilogue_rows = 4 : i64, epilogue_vectors = 6 : i64, shares_rows, reads_ahead, writes_ahead}
  kernel.depthwise ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y, %r : memref<1x4x4x8xf32>, memref<1x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64}
  kernel.im2col ins(%x : memref<1x4x4x8xf32>) outs(%c : memref<9x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, channels = 5 : i64}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) workspace(%w : memref<1408xf32>) {kernel = array<i64: 3, 5>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 2, 1, 2>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64}
  func.return
}

// Of int8 sums of i32 are stored, or what an epilogue makes of them.
func.func @int8(%x: memref<1x4x4x8xi8>, %u: memref<576xi8>, %s: memref<1x8xi32>, %f: memref<1x8xf32>, %y: memref<1x4x4x8xi32>, %q: memref<1x4x4x8xi8>, %w: memref<1152xi16>, %v: memref<1152xui8>) {
  kernel.convolution ins(%x, %u : memref<1x4x4x8xi8>, memref<576xi8>) outs(%y : memref<1x4x4x8xi32>) workspace(%w : memref<1152xi16>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64, product = #target.product<"x86-avx2", "vpmaddwd">}
  kernel.convolution ins(%x, %u, %s, %f : memref<1x4x4x8xi8>, memref<576xi8>, memref<1x8xi32>, memref<1x8xf32>) outs(%q : memref<1x4x4x8xi8>) workspace(%v : memref<1152xui8>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64, product = #target.product<"x86-avx512", "vpdpbusd">} epilogue {
  ^bb0(%sum: i32, %scale: f32):
    %0 = arith.sitofp %sum : i32 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.fptosi %1 : f32 to i8
    linalg.yield %2 : i8
  }
  func.return
}
