// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions' --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+vnni"},schedule-convolutions' --split-input-file | filecheck %s --check-prefix=VNNI
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2+bands_in_cache=8"},schedule-convolutions' --split-input-file | filecheck %s --check-prefix=BANDS

!x = tensor<256x28x28xf32, #ncnn.layout<pack = 8>>
func.func @float(%x: !x, %y: tensor<3x56x56xf32>, %o: tensor<18x28x28xf32>) {
  %w1 = ncnn.weight <"w1"> : tensor<260x256x1x1xf32>
  %w3 = ncnn.weight <"w3"> : tensor<256x256x3x3xf32>
  %w2 = ncnn.weight <"w2"> : tensor<2x256x1x1xf32>
  %w8 = ncnn.weight <"w8"> : tensor<8x256x1x1xf32>
  %w9 = ncnn.weight <"w9"> : tensor<2x254x1x1xf32>
  %w11 = ncnn.weight <"w11"> : tensor<4x3x3x3xf32>
  %w10 = ncnn.weight <"w10"> : tensor<2x128x1x1xf32>
  %w5 = ncnn.weight <"w5"> : tensor<16x3x5x5xf32>
  %g = ncnn.weight <"g"> : tensor<64x16x3x3xf32>
  %d = ncnn.weight <"d"> : tensor<256x1x3x3xf32>
  // Vectors narrower than a cache line sum over parts of the channels.
  // CHECK: algorithm gemm schedule <register = [4, 3], block = 64, reduction = 128, weights_ahead = [0, 1]> : tensor<256x28x28xf32
  // A last vector of 4 channels is computed as half a vector of 16.
  // VNNI:  algorithm gemm schedule <register = [30, 1], block = 8, reduction = 128, last_lanes = 8, weights_ahead = [8, 1]>
  %0 = ncnn.convolution %x, %w1 algorithm gemm : !x, tensor<260x256x1x1xf32> -> tensor<260x28x28xf32>
  // CHECK: algorithm winograd4 schedule <register = [5, 2], block = 25, by_place, weights_ahead = [5, 1]>
  // VNNI:  algorithm winograd4 schedule <register = [7, 3], block = 28, weights_ahead = [4, 1]>
  %1 = ncnn.convolution %x, %w3 pad [1, 1, 1, 1] algorithm winograd4 : !x, tensor<256x256x3x3xf32> -> tensor<256x28x28xf32>
  // Windows are gathered: a product of 2304 channels, which exceed the L2 cache.
  // CHECK: algorithm gemm schedule <register = [6, 2], block = 4, reduction = 128, reads_ahead, weights_ahead = [4, 1]>
  %2 = ncnn.convolution %x, %w3 pad [1, 1, 1, 1] algorithm gemm : !x, tensor<256x256x3x3xf32> -> tensor<256x28x28xf32>
  // CHECK: algorithm packed schedule <register = [6, 2], block = 390>
  %3 = ncnn.convolution %y, %w5 pad [2, 2, 2, 2] algorithm packed : tensor<3x56x56xf32>, tensor<16x3x5x5xf32> -> tensor<16x56x56xf32>
  // The positions of a tile may be given.
  // CHECK: algorithm tiled tile 24 schedule <register = [4, 2], block = 24>
  %4 = ncnn.convolution %y, %w5 pad [2, 2, 2, 2] algorithm tiled tile 24 : tensor<3x56x56xf32>, tensor<16x3x5x5xf32> -> tensor<16x56x56xf32>
  // CHECK: algorithm dilated inner winograd4 schedule <register = [4, 3], block = 24, weights_ahead = [6, 1]>
  %5 = ncnn.convolution %x, %w3 dilation [2, 2] pad [2, 2, 2, 2] algorithm dilated inner winograd4 : !x, tensor<256x256x3x3xf32> -> tensor<256x28x28xf32>
  // CHECK: group 16 {{.*}}algorithm packed schedule <register = [14, 1], block = 73, weights_ahead = [0, 1]>
  %6 = ncnn.convolution_depthwise %x, %g group 16 pad [1, 1, 1, 1] algorithm packed : !x, tensor<64x16x3x3xf32> -> tensor<64x28x28xf32>
  // CHECK: group 256 {{.*}}algorithm depthwise schedule <register = [10], shares_rows>
  %7 = ncnn.convolution_depthwise %x, %d group 256 pad [1, 1, 1, 1] algorithm depthwise : !x, tensor<256x1x3x3xf32> -> tensor<256x28x28xf32, #ncnn.layout<pack = 8>>
  // CHECK: ncnn.deformable_conv2d {{.*}}schedule <register = [6, 2], block = 4, reduction = 128, reads_ahead, weights_ahead = [4, 1]>
  %8 = ncnn.deformable_conv2d %x, %w3 at %o : tensor<18x28x28xf32> pad [1, 1, 1, 1] : !x, tensor<256x256x3x3xf32> -> tensor<256x28x28xf32>
  // Of few outputs, lanes sum channels apart: if there are as many, and none of a table.
  // CHECK: algorithm gemm schedule <register = [10, 1], block = 18, partial_sums = [2, 4]>
  // VNNI: algorithm gemm schedule <register = [26, 1], block = 8, partial_sums = [4, 4]>
  %10 = ncnn.convolution %x, %w2 algorithm gemm : !x, tensor<2x256x1x1xf32> -> tensor<2x28x28xf32>
  // CHECK: algorithm gemm schedule <register = [14, 1], block = 18, reduction = 128
  // VNNI: algorithm gemm schedule <register = [12, 2], block = 8, partial_sums = [4, 4]
  %11 = ncnn.convolution %x, %w8 algorithm gemm : !x, tensor<8x256x1x1xf32> -> tensor<8x28x28xf32>
  // Slices of whole vectors are no gathers.
  // CHECK: algorithm gemm schedule <register = [10, 1], block = 36, partial_sums = [2, 4]>
  // VNNI: algorithm gemm schedule <register = [26, 1], block = 17, partial_sums = [4, 4]>
  %14, %15 = ncnn.slice %x sizes [128, 128] : (!x) -> (tensor<128x28x28xf32, #ncnn.layout<pack = 8>>, tensor<128x28x28xf32, #ncnn.layout<pack = 8>>)
  %16 = ncnn.convolution %14, %w10 algorithm gemm : tensor<128x28x28xf32, #ncnn.layout<pack = 8>>, tensor<2x128x1x1xf32> -> tensor<2x28x28xf32>
  // A plain image is summed by pairs of columns, if the kernel moves by two.
  // CHECK: stride [2, 2] {{.*}} partial_sums = [4, 2]>
  // VNNI: stride [2, 2] {{.*}} partial_sums = [8, 2]>
  %17 = ncnn.convolution %y, %w11 stride [2, 2] algorithm packed : tensor<3x56x56xf32>, tensor<4x3x3x3xf32> -> tensor<4x27x27xf32>
  // CHECK-NOT: partial_sums
  // VNNI-NOT: partial_sums
  %12 = ncnn.crop slice %x starts [1] ends [255] axes [0] : (!x) -> tensor<254x28x28xf32, #ncnn.layout<pack = 8>>
  %13 = ncnn.convolution %12, %w9 algorithm gemm : tensor<254x28x28xf32, #ncnn.layout<pack = 8>>, tensor<2x254x1x1xf32> -> tensor<2x28x28xf32>
  %18 = ncnn.convolution %y, %w11 algorithm packed : tensor<3x56x56xf32>, tensor<4x3x3x3xf32> -> tensor<4x54x54xf32>
  // One that is there stays.
  // CHECK: algorithm gemm schedule <register = [3, 1], block = 2>
  %9 = ncnn.convolution %x, %w1 algorithm gemm schedule <register = [3, 1], block = 2> : !x, tensor<260x256x1x1xf32> -> tensor<260x28x28xf32>
  func.return
}

// -----

!x = tensor<64x28x28xi8, #ncnn.layout<pack = 16>>
func.func @int8(%x: !x, %y: tensor<3x56x56xi8>, %f: tensor<64xf32>) {
  %w = ncnn.weight <"w"> : tensor<64x64x1x1xi8>
  %w3 = ncnn.weight <"w3"> : tensor<16x3x3x3xi8>
  %w9 = ncnn.weight <"w9"> : tensor<64x64x3x3xi8>
  %g = ncnn.weight <"g"> : tensor<64x16x3x3xi8>
  %d = ncnn.weight <"d"> : tensor<64x1x3x3xi8>
  // Two tiles fit in the registers: one is finished while the next is summed.
  // VNNI: algorithm tiled schedule <register = [6, 2], block = 198, product = #target.product<"x86-avx512", "vpdpbusd">, pipelined = 2>
  // CHECK-LABEL: @int8
  // CHECK: algorithm tiled schedule <register = [6, 2], block = 198, product = #target.product<"x86-avx2", "vpmaddwd">>
  %0 = ncnn.convolution %x, %w algorithm tiled : !x, tensor<64x64x1x1xi8> -> tensor<64x28x28xi32>
  // VNNI: algorithm tiled schedule <register = [13, 1], block = 741, product = #target.product<"x86-avx512", "vpdpbusd">, pipelined = 1>
  %1 = ncnn.convolution %y, %w3 algorithm tiled : tensor<3x56x56xi8>, tensor<16x3x3x3xi8> -> tensor<16x54x54xi32>
  // Weights of 16 KiB and more are prefetched.
  // VNNI: algorithm tiled schedule <{{.*}}weights_ahead = [0, 1]>
  %9 = ncnn.convolution %x, %w9 algorithm tiled : !x, tensor<64x64x3x3xi8> -> tensor<64x26x26xi32>
  // Groups are not pipelined.
  // VNNI: algorithm tiled schedule <register = [26, 1], block = 182, product = #target.product<"x86-avx512", "vpdpbusd">> :
  %2 = ncnn.convolution_depthwise %x, %g group 4 algorithm tiled : !x, tensor<64x16x3x3xi8> -> tensor<64x26x26xi32>
  // Pairs of outputs are computed together.
  // VNNI: algorithm depthwise schedule <register = [16], product = #target.product<"x86-avx512", "vpdpbusd">, output_pairs>
  %3 = ncnn.convolution_depthwise %x, %d group 64 algorithm depthwise : !x, tensor<64x1x3x3xi8> -> tensor<64x26x26xi32, #ncnn.layout<pack = 16>>
  // VNNI: algorithm depthwise schedule <register = [16], product = #target.product<"x86-avx512", "vpdpbusd">, output_pairs>
  // CHECK: algorithm depthwise schedule <register = [7]> fused_with
  %4 = ncnn.convolution_depthwise %x, %d group 64 algorithm depthwise fused_with(%f : tensor<64xf32>) epilogue {
  ^bb0(%sum: i32, %scale: f32):
    %a = arith.sitofp %sum : i32 to f32
    %b = arith.mulf %a, %scale : f32
    %c = simd.to_int8 %b
    linalg.yield %c : i8
  } : !x, tensor<64x1x3x3xi8> -> tensor<64x26x26xi8, #ncnn.layout<pack = 16>>
  // So are those of inputs that are never negative.
  %5 = ncnn.convolution_depthwise %x, %d group 64 algorithm depthwise fused_with(%f : tensor<64xf32>) epilogue {
  ^bb0(%sum: i32, %scale: f32):
    %zero = arith.constant 0.0 : f32
    %a = arith.sitofp %sum : i32 to f32
    %b = arith.mulf %a, %scale : f32
    %m = simd.maximum %b, %zero : f32
    %c = simd.to_int8 %m
    linalg.yield %c : i8
  } : !x, tensor<64x1x3x3xi8> -> tensor<64x26x26xi8, #ncnn.layout<pack = 16>>
  // VNNI: %after_relu = ncnn.convolution_depthwise {{.*}} schedule <register = [16], product = #target.product<"x86-avx512", "vpdpbusd">, output_pairs>
  %after_relu = ncnn.convolution_depthwise %5, %d group 64 algorithm depthwise : tensor<64x26x26xi8, #ncnn.layout<pack = 16>>, tensor<64x1x3x3xi8> -> tensor<64x24x24xi32, #ncnn.layout<pack = 16>>
  // As unsigned numbers, if no NaN can become a negative number.
  %7 = ncnn.convolution_depthwise %x, %d group 64 algorithm depthwise fused_with(%f : tensor<64xf32>) epilogue {
  ^bb0(%sum: i32, %scale: f32):
    %a = arith.sitofp %sum : i32 to f32
    %b = arith.mulf %a, %scale : f32
    %c = simd.to_int8 %b bounded non_negative
    linalg.yield %c : i8
  } : !x, tensor<64x1x3x3xi8> -> tensor<64x26x26xi8, #ncnn.layout<pack = 16>>
  // VNNI: %unsigned = ncnn.convolution_depthwise {{.*}} schedule <register = [16], product = #target.product<"x86-avx512", "vpdpbusd">, output_pairs, non_negative>
  %unsigned = ncnn.convolution_depthwise %7, %d group 64 algorithm depthwise : tensor<64x26x26xi8, #ncnn.layout<pack = 16>>, tensor<64x1x3x3xi8> -> tensor<64x24x24xi32, #ncnn.layout<pack = 16>>
  func.return
}

// -----

!p = tensor<64x28x28xi8, #ncnn.layout<pack = 8>>
func.func @int8_depthwise(%x: !p, %f: tensor<64xf32>) {
  %d = ncnn.weight <"d"> : tensor<64x1x3x3xi8>
  %e = ncnn.weight <"e"> : tensor<64x1x5x5xi8>
  // Pairs of i16 compute pairs of outputs, but not of wide kernels.
  // CHECK-LABEL: @int8_depthwise
  // CHECK: algorithm depthwise schedule <register = [16], product = #target.product<"x86-avx2", "vpmaddwd">, output_pairs>
  // CHECK: algorithm depthwise schedule <register = [{{[0-9]+}}], product = #target.product<"x86-avx2", "vpmaddwd">> :
  %0 = ncnn.convolution_depthwise %x, %d group 64 algorithm depthwise : !p, tensor<64x1x3x3xi8> -> tensor<64x26x26xi32, #ncnn.layout<pack = 8>>
  %1 = ncnn.convolution_depthwise %x, %e group 64 algorithm depthwise : !p, tensor<64x1x5x5xi8> -> tensor<64x24x24xi32, #ncnn.layout<pack = 8>>
  // Sums that become floats are made of floats, in tiles of fours of pixels, but not with strides.
  // CHECK: algorithm depthwise schedule <register = [12], in_floats>
  %2 = ncnn.convolution_depthwise %x, %d group 64 algorithm depthwise fused_with(%f : tensor<64xf32>) epilogue {
  ^bb0(%sum: i32, %scale: f32):
    %a = arith.sitofp %sum : i32 to f32
    %b = arith.mulf %a, %scale : f32
    %c = simd.to_int8 %b
    linalg.yield %c : i8
  } : !p, tensor<64x1x3x3xi8> -> tensor<64x26x26xi8, #ncnn.layout<pack = 8>>
  // CHECK: algorithm depthwise schedule <register = [12], in_floats>
  %of_five = ncnn.convolution_depthwise %x, %e group 64 algorithm depthwise fused_with(%f : tensor<64xf32>) epilogue {
  ^bb0(%sum: i32, %scale: f32):
    %a = arith.sitofp %sum : i32 to f32
    %b = arith.mulf %a, %scale : f32
    %c = simd.to_int8 %b
    linalg.yield %c : i8
  } : !p, tensor<64x1x5x5xi8> -> tensor<64x24x24xi8, #ncnn.layout<pack = 8>>
  // CHECK: algorithm depthwise schedule <register = [7], product = #target.product<"x86-avx2", "vpmaddwd">> fused_with
  %3 = ncnn.convolution_depthwise %x, %d group 64 stride [2, 2] algorithm depthwise fused_with(%f : tensor<64xf32>) epilogue {
  ^bb0(%sum: i32, %scale: f32):
    %a = arith.sitofp %sum : i32 to f32
    %b = arith.mulf %a, %scale : f32
    %c = simd.to_int8 %b
    linalg.yield %c : i8
  } : !p, tensor<64x1x3x3xi8> -> tensor<64x13x13xi8, #ncnn.layout<pack = 8>>
  func.return
}

// -----

func.func @deconvolution(%x: tensor<64x28x28xf32, #ncnn.layout<pack = 8>>, %y: tensor<32x17x13xf32>) {
  %w = ncnn.weight <"w"> : tensor<64x64x3x3xf32>
  %f = ncnn.weight <"f"> : tensor<1x32x3x3xf32>
  %g = ncnn.weight <"g"> : tensor<64x1x4x4xf32>
  %b = ncnn.weight <"b"> : tensor<1xf32>
  // Of many channels each phase is a convolution.
  // CHECK: ncnn.deconvolution %x, %w stride [2, 2] pad [1, 1, 1, 1] schedule <phase0 = <algorithm = gemm, register = [6, 2], block = 170, weights_ahead = [0, 1]>, phase1 = <algorithm = packed, register = [4, 3], block = 37, weights_ahead = [0, 1]>, phase2 =
  %0 = ncnn.deconvolution %x, %w stride [2, 2] pad [1, 1, 1, 1] : tensor<64x28x28xf32, #ncnn.layout<pack = 8>>, tensor<64x64x3x3xf32> -> tensor<64x55x55xf32, #ncnn.layout<pack = 8>>
  // Of few one convolution computes several phases, which fill its vectors.
  // CHECK: ncnn.deconvolution %y, %f bias %b : tensor<1xf32> stride [2, 2] schedule <period = [4, 2], start = [0, 0], channels = 1, phases = <algorithm = packed, register = [14, 1], block = 73>>
  %1 = ncnn.deconvolution %y, %f bias %b : tensor<1xf32> stride [2, 2] : tensor<32x17x13xf32>, tensor<1x32x3x3xf32> -> tensor<1x35x27xf32>
  // CHECK: ncnn.deconvolution_depthwise {{.*}} schedule <phase0 = <algorithm = depthwise, register = [10]>, phase1 =
  %2 = ncnn.deconvolution_depthwise %x, %g group 64 stride [2, 2] pad [1, 1, 1, 1] : tensor<64x28x28xf32, #ncnn.layout<pack = 8>>, tensor<64x1x4x4xf32> -> tensor<64x56x56xf32, #ncnn.layout<pack = 8>>
  func.return
}

// -----

// Buffers beyond the L2 cache are prefetched. A sigmoid has more instructions than are unrolled over tiles: it runs over each
// tile, over the rows of a short depthwise tile, or over all rows if they are few. Sums of other types cannot wait.
!x = tensor<64x128x128xf32, #ncnn.layout<pack = 8>>
!s = tensor<64x7x7xf32, #ncnn.layout<pack = 8>>
!h = tensor<64x7x7xbf16, #ncnn.layout<pack = 8>>
!m = tensor<384x26x26xf32, #ncnn.layout<pack = 8>>
func.func @details(%x: !x, %s: !s, %h: !h, %m: !m, %t: tensor<8x4x4xf32, #ncnn.layout<pack = 8>>) {
  %w = ncnn.weight <"w"> : tensor<64x64x3x3xf32>
  %d = ncnn.weight <"d"> : tensor<64x1x3x3xf32>
  %p = ncnn.weight <"p"> : tensor<512x8x3x3xf32>
  %v = ncnn.weight <"v"> : tensor<32x384x3x3xf32>
  // CHECK-LABEL: @details
  // CHECK: algorithm packed schedule <register = [4, 3], block = 8, reads_ahead, writes_ahead, weights_ahead = [0, 1], late_epilogue = 16, epilogue_vectors = 6>
  %0 = ncnn.convolution %x, %w pad [1, 1, 1, 1] activation sigmoid algorithm packed : !x, tensor<64x64x3x3xf32> -> !x
  // Blocks of tiles whose transformed input fits in L2, or not.
  // CHECK: algorithm winograd4 schedule <{{.*}}, reads_ahead, writes_ahead, weights_ahead = [8, 1]>
  %1 = ncnn.convolution %x, %w pad [1, 1, 1, 1] algorithm winograd4 : !x, tensor<64x64x3x3xf32> -> !x
  // CHECK: algorithm depthwise schedule <register = [12], reads_ahead, writes_ahead, epilogue_rows = 1, epilogue_vectors = 6, shares_rows>
  // BANDS: algorithm depthwise schedule <register = [12], {{.*}}, shares_rows, band_bytes = 131072>
  %2 = ncnn.convolution_depthwise %x, %d group 64 pad [1, 1, 1, 1] activation sigmoid algorithm depthwise : !x, tensor<64x1x3x3xf32> -> !x
  // CHECK: algorithm depthwise schedule <register = [7], epilogue_rows = 7, epilogue_vectors = 6>
  // BANDS: algorithm depthwise schedule <register = [7], epilogue_rows = 7, epilogue_vectors = 6>
  %3 = ncnn.convolution_depthwise %s, %d group 64 pad [1, 1, 1, 1] activation sigmoid algorithm depthwise : !s, tensor<64x1x3x3xf32> -> !s
  // CHECK: algorithm depthwise schedule <register = [7]> :
  %4 = ncnn.convolution_depthwise %h, %d group 64 pad [1, 1, 1, 1] activation sigmoid algorithm depthwise : !h, tensor<64x1x3x3xf32> -> !h
  // CHECK: algorithm winograd4 schedule <{{.*}}block = 25, by_place, transformed_ahead,
  %6 = ncnn.convolution %m, %v pad [1, 1, 1, 1] algorithm winograd4 : !m, tensor<32x384x3x3xf32> -> tensor<32x26x26xf32>
  // One tile of many outputs: threads share output vectors.
  // CHECK: algorithm tiled schedule <{{.*}}, shares_vectors>
  %5 = ncnn.convolution %t, %p pad [1, 1, 1, 1] algorithm tiled : tensor<8x4x4xf32, #ncnn.layout<pack = 8>>, tensor<512x8x3x3xf32> -> tensor<512x4x4xf32, #ncnn.layout<pack = 8>>
  func.return
}

// -----

// What shuffles, slices and concatenations gather may be read by a table instead, where channels are read one by one.
!x = tensor<24x28x28xf32, #ncnn.layout<pack = 8>>
!y = tensor<64x28x28xf32, #ncnn.layout<pack = 8>>
func.func @gathered(%x: !x) {
  %w = ncnn.weight <"w"> : tensor<64x24x1x1xf32>
  %w3 = ncnn.weight <"w3"> : tensor<64x24x3x3xf32>
  %s = ncnn.shufflechannel %x group 2 : !x -> !x
  // CHECK-LABEL: @gathered
  // CHECK: algorithm gemm schedule <register = [6, 2], block = 455, table_vectors = 327>
  // VNNI:  algorithm gemm schedule <register = [14, 2], block = 195, table_vectors = 140>
  %0 = ncnn.convolution %s, %w algorithm gemm : !x, tensor<64x24x1x1xf32> -> !y
  // CHECK: algorithm winograd4 schedule
  // CHECK-NOT: table_vectors
  %1 = ncnn.convolution %s, %w3 pad [1, 1, 1, 1] algorithm winograd4 : !x, tensor<64x24x3x3xf32> -> !y
  %2 = ncnn.convolution %x, %w algorithm gemm : !x, tensor<64x24x1x1xf32> -> !y
  func.return
}

// -----

// Images that are smaller or larger than usual have schedules of their own, if those are clearly faster.
#size = affine_map<()[s0, s1] -> (256, (s0 floordiv 16), (s1 floordiv 16))>
func.func @dynamic_size(%x: tensor<256x40x40xi8, #ncnn.layout<pack = 16>> {ncnn.extents = #size}) attributes {ncnn.symbols = [{name = "H", least = 16 : i64, most = 640 : i64, planned = 656 : i64}, {name = "W", least = 16 : i64, most = 640 : i64, planned = 688 : i64}]} {
  %w = ncnn.weight <"w"> : tensor<256x256x3x3xi8>
  // VNNI:      algorithm winograd4 small tiled schedule <{{.*}}pixels = [97, 0], small = <algorithm = tiled, register = [26, 1], {{.*}}pixels = [0, 97]>> {
  %0 = ncnn.convolution %x, %w pad [1, 1, 1, 1] algorithm winograd4 small tiled {ncnn.extents = [#size]} : tensor<256x40x40xi8, #ncnn.layout<pack = 16>>, tensor<256x256x3x3xi8> -> tensor<256x40x40xi32, #ncnn.layout<pack = 16>>
  func.return
}
