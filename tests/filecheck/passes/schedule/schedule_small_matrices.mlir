// RUN: ncnnc-opt %s -p 'attach-target{target="aarch64+dotprod+i8mm+bf16"},schedule-convolutions,schedule-products' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="aarch64+dotprod"},schedule-convolutions,schedule-products' | filecheck %s --check-prefix=LANES

!x = tensor<24x13x13xi8, #ncnn.layout<pack = 4>>
!h = tensor<24x13x13xbf16, #ncnn.layout<pack = 4>>
!o = tensor<22x13x13xbf16, #ncnn.layout<pack = 4>>
!s = tensor<12x13x13xbf16, #ncnn.layout<pack = 4>>
func.func @main(%x: !x, %y: tensor<3x13x13xi8>, %p: tensor<24x1x1xi8, #ncnn.layout<pack = 4>>, %h: !h, %o: !o, %s: !s, %a: tensor<9x24xf32>, %r: tensor<9x24xi8>, %v: tensor<24xi8>) {
  %w = ncnn.weight <"w"> : tensor<20x24x3x3xi8>
  %w3 = ncnn.weight <"w3"> : tensor<20x3x3x3xi8>
  %w1 = ncnn.weight <"w1"> : tensor<20x24x1x1xi8>
  %b1 = ncnn.weight <"b1"> : tensor<20x24x1x1xbf16>
  %b3 = ncnn.weight <"b3"> : tensor<20x24x3x3xbf16>
  %bs = ncnn.weight <"bs"> : tensor<20x12x3x3xbf16>
  %b2 = ncnn.weight <"b2"> : tensor<20x22x1x1xbf16>
  %wr = ncnn.weight <"wr"> : tensor<30x24xi8>
  %m = ncnn.weight <"m"> : tensor<30x24xbf16>
  // Register tiles have an even number of pixels.
  // CHECK: algorithm tiled schedule <register = [{{[0-9]*[02468]}}, {{[0-9]}}], {{.*}}product = #target.product<"aarch64", "smmla">
  // LANES: algorithm tiled schedule <{{.*}}product = #target.product<"aarch64", "sdot">
  %0 = ncnn.convolution %x, %w pad [1, 1, 1, 1] algorithm tiled : !x, tensor<20x24x3x3xi8> -> tensor<20x13x13xi32>
  // Three channels fill less than half of a step.
  // CHECK: algorithm tiled schedule <{{.*}}product = #target.product<"aarch64", "sdot">
  %1 = ncnn.convolution %y, %w3 pad [1, 1, 1, 1] algorithm tiled : tensor<3x13x13xi8>, tensor<20x3x3x3xi8> -> tensor<20x13x13xi32>
  // A single pixel is a row by itself.
  // CHECK: algorithm tiled schedule <register = [1, {{.*}}product = #target.product<"aarch64", "sdot">
  %2 = ncnn.convolution %p, %w1 algorithm tiled : tensor<24x1x1xi8, #ncnn.layout<pack = 4>>, tensor<20x24x1x1xi8> -> tensor<20x1x1xi32>
  // CHECK: algorithm gemm schedule <register = [{{[0-9]*[02468]}}, {{[0-9]}}], {{.*}}product = #target.product<"aarch64", "bfmmla">
  // LANES: algorithm gemm schedule <register = [{{[0-9]+}}, {{[0-9]}}], block = {{[0-9]+}}{{(, weights_ahead.*)?}}>
  %3 = ncnn.convolution %h, %b1 algorithm gemm : !h, tensor<20x24x1x1xbf16> -> tensor<20x13x13xbf16>
  // CHECK: algorithm packed schedule <{{.*}}product = #target.product<"aarch64", "bfmmla">
  %4 = ncnn.convolution %h, %b3 pad [1, 1, 1, 1] algorithm packed : !h, tensor<20x24x3x3xbf16> -> tensor<20x13x13xbf16>
  // Matrices are taken apart after each tap, which is as much as it takes to multiply few channels.
  // CHECK: algorithm packed schedule <{{.*}}product = #target.product<"aarch64", "bfdot">
  %7 = ncnn.convolution %s, %bs pad [1, 1, 1, 1] algorithm packed : !s, tensor<20x12x3x3xbf16> -> tensor<20x13x13xbf16>
  // Channels are no whole steps of four.
  // CHECK: algorithm gemm schedule <{{.*}}product = #target.product<"aarch64", "bfdot">
  %5 = ncnn.convolution %o, %b2 algorithm gemm : !o, tensor<20x22x1x1xbf16> -> tensor<20x13x13xbf16>
  // CHECK: ncnn.gemm %a, %m transpose_b schedule <register = [{{[0-9]*[02468]}}, {{[0-9]}}], product = #target.product<"aarch64", "bfmmla">
  %6 = ncnn.gemm %a, %m transpose_b : tensor<9x24xf32>, tensor<30x24xbf16> -> tensor<9x30xf32>
  // Pairs of rows are multiplied so, and a single row is not.
  // CHECK: ncnn.innerproduct %r, %wr schedule <register = [4, 4], product = #target.product<"aarch64", "smmla">>
  %8 = ncnn.innerproduct %r, %wr : tensor<9x24xi8>, tensor<30x24xi8> -> tensor<9x30xi32>
  // CHECK: ncnn.innerproduct %v, %wr schedule <register = [1, 4], product = #target.product<"aarch64", "sdot">>
  %9 = ncnn.innerproduct %v, %wr : tensor<24xi8>, tensor<30x24xi8> -> tensor<30xi32>
  func.return
}
