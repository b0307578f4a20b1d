// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+vnni"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s --check-prefix=PAIRS

func.func @main(%x: tensor<64x8x8xi8>, %p: tensor<3x8x8xi8>) -> (tensor<32x8x8xi32>, tensor<16x6x6xi32>, tensor<24x8x8xi32>) {
  %w = ncnn.weight <"w"> : tensor<32x64x1x1xi8>
  %f = ncnn.weight <"f"> : tensor<16x3x3x3xi8>
  %g = ncnn.weight <"g"> : tensor<24x32x1x1xi8>
  // What sums begin with where inputs are multiplied as unsigned numbers.
  // CHECK:      [[W:%.*]] = ncnn.pack_weights {{.*}} into #ncnn.direct_weights<lanes = 16, vectors = {{.*}}, steps = 4>
  // CHECK:      [[S:%.*]] = ncnn.pack_weights {{.*}} into #ncnn.flipped_sum_starts<lanes = 16> : tensor<32x64x1x1xi8> -> tensor<2x16xi32>
  // CHECK:      kernel.convolution ins({{.*}}, [[W]], [[S]] : tensor<4x8x8x16xi8>, {{.*}}algorithm = #kernel<algorithm tiled>, {{.*}}product = #target.product<"x86-avx512", "vpdpbusd">
  // PAIRS:      ncnn.pack_weights {{.*}} into #ncnn.direct_weights<lanes = 8, vectors = 2, steps = 2>
  // PAIRS-NOT:  flipped_sum_starts
  // PAIRS:      kernel.convolution {{.*}}algorithm = #kernel<algorithm tiled>, {{.*}}product = #target.product<"x86-avx2", "vpmaddwd">
  %0 = ncnn.convolution %x, %w algorithm tiled : tensor<64x8x8xi8>, tensor<32x64x1x1xi8> -> tensor<32x8x8xi32>
  // Few channels are packed by as many as an instruction takes.
  // CHECK:      kernel.pack ins({{.*}} : tensor<3x8x8xi8>) outs({{.*}} : tensor<1x8x8x4xi8>)
  // CHECK:      kernel.convolution {{.*}}product = #target.product<"x86-avx512", "vpdpbusd">
  %1 = ncnn.convolution %p, %f algorithm tiled : tensor<3x8x8xi8>, tensor<16x3x3x3xi8> -> tensor<16x6x6xi32>
  // CHECK:      ncnn.pack_weights {{.*}} into #ncnn.grouped_weights<lanes = 16, vectors = 1, groups = 2, span = 64, starts = array<i64: 0, 0>, steps = 4>
  // CHECK:      kernel.convolution {{.*}}algorithm = #kernel<algorithm tiled>, channels = 64 : i64, {{.*}}product = #target.product<"x86-avx512", "vpdpbusd">{{.*}}grouped = 16 : i64
  %2 = ncnn.convolution_depthwise %x, %g group 2 algorithm tiled : tensor<64x8x8xi8>, tensor<24x32x1x1xi8> -> tensor<24x8x8xi32>
  func.return %0, %1, %2 : tensor<32x8x8xi32>, tensor<16x6x6xi32>, tensor<24x8x8xi32>
}
