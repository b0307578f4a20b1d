// RUN: verify-diagnostics %s

func.func @f0(%x: memref<1x4x4x8xi8>, %u: memref<576xi8>, %y: memref<1x4x4x8xi32>, %u1: memref<576xf32>, %x1: memref<1x4x4x8xf32>, %y1: memref<1x4x4x8xf32>, %f: memref<1x8xf32>, %x2: memref<1x4x4x5xi8>, %t: memref<1xi64>, %u2: memref<2304xi16>, %s: memref<1x8xi32>, %u3: memref<2304xi8>, %u4: memref<1x3x3x8xf32>, %x3: memref<1x4x4x8xbf16>, %u5: memref<1x3x3x8xbf16>, %y2: memref<1x4x4x8xbf16>, %u6: memref<1x3x1x2x8x4xi8>, %t1: memref<1x8xi32>, %e: memref<1x8xf32>, %y3: memref<1x2x2x8xi8>, %u7: memref<1x3x3x8xi8>) {
  // expected-error @+1 {{convolutions of int8 are tiled, or Winograd's of tiles 2 and 4}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xi8>, memref<576xi8>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64, product = #target.product<"x86-avx2", "vpmaddwd">}
  // expected-error @+1 {{an input of i8 is multiplied by weights of i8}}
  kernel.convolution ins(%x, %u1 : memref<1x4x4x8xi8>, memref<576xf32>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64, product = #target.product<"x86-avx2", "vpmaddwd">}
  // expected-error @+1 {{int8 is multiplied by an instruction: needs a product}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xi8>, memref<576xi8>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64}
  // expected-error @+1 {{vpmaddwd does not multiply f32 x f32 -> f32}}
  kernel.convolution ins(%x1, %u1 : memref<1x4x4x8xf32>, memref<576xf32>) outs(%y1 : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64, product = #target.product<"x86-avx2", "vpmaddwd">}
  // expected-error @+1 {{the output must have the type of the epilogue's result, or i32 for sums}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xi8>, memref<576xi8>) outs(%y1 : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64, product = #target.product<"x86-avx2", "vpmaddwd">}
  // expected-error @+1 {{the epilogue takes a sum of i32 and an element of each operand}}
  kernel.convolution ins(%x, %u, %f : memref<1x4x4x8xi8>, memref<576xi8>, memref<1x8xf32>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64, product = #target.product<"x86-avx2", "vpmaddwd">} epilogue {
  ^bb0(%sum: i32, %other: i32):
    linalg.yield %other : i32
  }
  // expected-error @+1 {{sums of int8 begin with numbers of i32}}
  kernel.convolution ins(%x, %u, %f : memref<1x4x4x8xi8>, memref<576xi8>, memref<1x8xf32>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64, product = #target.product<"x86-avx512", "vpdpbusd">}
  // expected-error @+1 {{the input must be packed by a multiple of k}}
  kernel.convolution ins(%x2, %u : memref<1x4x4x5xi8>, memref<576xi8>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64, product = #target.product<"x86-avx2", "vpmaddwd">}
  // expected-error @+1 {{groups must begin at a multiple of k}}
  kernel.convolution ins(%x, %u, %t : memref<1x4x4x8xi8>, memref<576xi8>, memref<1xi64>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64, product = #target.product<"x86-avx2", "vpmaddwd">, grouped = 1 : i64}
  // expected-error @+1 {{sums of int8 are of whole vectors and all channels}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xi8>, memref<576xi8>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 24 : i64, product = #target.product<"x86-avx2", "vpmaddwd">, last_lanes = 4 : i64}
  // expected-error @+1 {{vpdpbusd does not multiply s8 x s16 -> s32}}
  kernel.convolution ins(%x, %u2, %s : memref<1x4x4x8xi8>, memref<2304xi16>, memref<1x8xi32>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 1, 1>, block = 1 : i64, product = #target.product<"x86-avx512", "vpdpbusd">}
  // expected-error @+1 {{an input of i8 is multiplied by weights of i16}}
  kernel.convolution ins(%x, %u3 : memref<1x4x4x8xi8>, memref<2304xi8>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 1, 1>, block = 1 : i64, product = #target.product<"x86-avx2", "vpmaddwd">}
  // expected-error @+1 {{vpmaddwd does not multiply f32 x f32 -> f32}}
  kernel.depthwise ins(%x1, %u4 : memref<1x4x4x8xf32>, memref<1x3x3x8xf32>) outs(%y1 : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, product = #target.product<"x86-avx2", "vpmaddwd">}
  // expected-error @+1 {{a product is for int8}}
  kernel.depthwise ins(%x3, %u5 : memref<1x4x4x8xbf16>, memref<1x3x3x8xbf16>) outs(%y2 : memref<1x4x4x8xbf16>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, product = #target.product<"x86-avx512", "vdpbf16ps">}
  // expected-error @+1 {{bfmmla adds blocks of 2x2, not lane by lane}}
  kernel.depthwise ins(%x3, %u5 : memref<1x4x4x8xbf16>, memref<1x3x3x8xbf16>) outs(%y2 : memref<1x4x4x8xbf16>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, product = #target.product<"aarch64", "bfmmla">}
  // expected-error @+1 {{only products of unsigned numbers need inputs without a sign}}
  kernel.depthwise ins(%x, %u7 : memref<1x4x4x8xi8>, memref<1x3x3x8xi8>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, product = #target.product<"x86-avx2", "vpmaddwd">, non_negative}
  // expected-error @+1 {{pairs are of images without strides and dilations}}
  kernel.depthwise ins(%x, %u6, %t1, %e : memref<1x4x4x8xi8>, memref<1x3x1x2x8x4xi8>, memref<1x8xi32>, memref<1x8xf32>) outs(%y3 : memref<1x2x2x8xi8>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, product = #target.product<"x86-avx512", "vpdpbusd">} epilogue {
  ^bb0(%a: i32, %b: f32):
    %f1 = arith.sitofp %a : i32 to f32
    %s1 = arith.addf %f1, %b : f32
    %r = simd.to_int8 %s1
    linalg.yield %r : i8
  }
  func.return
}

func.func @f1(%x: memref<1x1x4x8xi8>, %u: memref<1x3x1x2x8x4xi8>, %t: memref<1x8xi32>, %e: memref<1x8xf32>, %y: memref<1x1x4x8xi8>, %x1: memref<1x4x4x8xi8>, %e1: memref<1x4x4x8xf32>, %y1: memref<1x4x4x8xi8>) {
  // expected-error @+1 {{of pairs the output has at least two rows}}
  kernel.depthwise ins(%x, %u, %t, %e : memref<1x1x4x8xi8>, memref<1x3x1x2x8x4xi8>, memref<1x8xi32>, memref<1x8xf32>) outs(%y : memref<1x1x4x8xi8>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, product = #target.product<"x86-avx512", "vpdpbusd">} epilogue {
  ^bb0(%a: i32, %b: f32):
    %f = arith.sitofp %a : i32 to f32
    %s = arith.addf %f, %b : f32
    %r = simd.to_int8 %s
    linalg.yield %r : i8
  }
  // expected-error @+1 {{of pairs the epilogue reads numbers given by channel}}
  kernel.depthwise ins(%x1, %u, %t, %e1 : memref<1x4x4x8xi8>, memref<1x3x1x2x8x4xi8>, memref<1x8xi32>, memref<1x4x4x8xf32>) outs(%y1 : memref<1x4x4x8xi8>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, product = #target.product<"x86-avx512", "vpdpbusd">} epilogue {
  ^bb0(%a1: i32, %b1: f32):
    %f1 = arith.sitofp %a1 : i32 to f32
    %s1 = arith.addf %f1, %b1 : f32
    %r1 = simd.to_int8 %s1
    linalg.yield %r1 : i8
  }
  func.return
}

func.func @floats(%x: memref<1x4x4x8xi8>, %u: memref<1x3x3x8xf32>, %y: memref<1x4x4x8xi32>, %x1: memref<1x4x4x8xf32>, %u1: memref<1x32x33x8xf32>) {
  // expected-error @+1 {{only images of int8 become floats}}
  kernel.depthwise ins(%x1, %u : memref<1x4x4x8xf32>, memref<1x3x3x8xf32>) outs(%x1 : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, in_floats}
  // expected-error @+1 {{the epilogue converts a sum to float32 first}}
  kernel.depthwise ins(%x, %u : memref<1x4x4x8xi8>, memref<1x3x3x8xf32>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, in_floats}
  // expected-error @+1 {{so many products have no exact sum of float32}}
  kernel.depthwise ins(%x, %u1 : memref<1x4x4x8xi8>, memref<1x32x33x8xf32>) outs(%y : memref<1x4x4x8xi32>) {kernel = array<i64: 32, 33>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 16, 16, 15, 16>, register = 4 : i64, in_floats}
  func.return
}
