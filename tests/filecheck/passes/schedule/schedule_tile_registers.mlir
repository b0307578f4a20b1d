// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+vnni+bf16+amx"},schedule-convolutions' | filecheck %s

!x = tensor<64x13x13xi8, #ncnn.layout<pack = 16>>
!h = tensor<64x13x13xbf16, #ncnn.layout<pack = 16>>
func.func @main(%x: !x, %few: tensor<32x13x13xi8, #ncnn.layout<pack = 16>>, %small: tensor<64x3x5xi8, #ncnn.layout<pack = 16>>, %h: !h) {
  %w = ncnn.weight <"w"> : tensor<48x64x3x3xi8>
  %w8 = ncnn.weight <"w8"> : tensor<8x64x1x1xbf16>
  %wf = ncnn.weight <"wf"> : tensor<48x32x1x1xi8>
  %w1 = ncnn.weight <"w1"> : tensor<48x64x1x1xi8>
  %b = ncnn.weight <"b"> : tensor<48x64x1x1xbf16>
  // CHECK: algorithm tiled schedule <register = [{{16|32|48|96}}, {{[1-3]}}], {{.*}}product = #target.product<"x86-avx512", "tdpbssd">
  %0 = ncnn.convolution %x, %w pad [1, 1, 1, 1] algorithm tiled : !x, tensor<48x64x3x3xi8> -> tensor<48x13x13xi32>
  // CHECK: algorithm tiled schedule <register = [{{16|32|48|96}}, {{[1-3]}}], {{.*}}product = #target.product<"x86-avx512", "tdpbf16ps">
  %1 = ncnn.convolution %h, %b algorithm tiled : !h, tensor<48x64x1x1xbf16> -> tensor<48x13x13xbf16>
  // Vectors of eight outputs are no whole rows of sums.
  // CHECK: algorithm tiled schedule <{{.*}}product = #target.product<"x86-avx512", "vdpbf16ps">
  %2 = ncnn.convolution %h, %w8 algorithm tiled : !h, tensor<8x64x1x1xbf16> -> tensor<8x13x13xbf16, #ncnn.layout<pack = 8>>
  // 32 channels fill half of a row of inputs.
  // CHECK: algorithm tiled schedule <{{.*}}product = #target.product<"x86-avx512", "vpdpbusd">
  %3 = ncnn.convolution %few, %wf algorithm tiled : tensor<32x13x13xi8, #ncnn.layout<pack = 16>>, tensor<48x32x1x1xi8> -> tensor<48x13x13xi32>
  // 15 pixels are fewer than the rows of a matrix.
  // CHECK: algorithm tiled schedule <{{.*}}product = #target.product<"x86-avx512", "vpdpbusd">
  %4 = ncnn.convolution %small, %w1 algorithm tiled : tensor<64x3x5xi8, #ncnn.layout<pack = 16>>, tensor<48x64x1x1xi8> -> tensor<48x3x5xi32>
  func.return
}
