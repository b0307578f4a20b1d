// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s --check-prefixes=BF16,ANY
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s --check-prefixes=F32,ANY

// F(2,3) multiplies bfloat16 if its input is, by two channels at a time; larger tiles would lose too
// much, and float32, or an odd number of channels, is multiplied as such.
func.func @main(%x: tensor<16x8x8xbf16>, %y: tensor<16x8x8xf32>, %z: tensor<15x8x8xbf16>) -> (tensor<16x6x6xf32>, tensor<16x6x6xf32>, tensor<16x6x6xf32>, tensor<16x6x6xf32>) {
  %w = ncnn.weight <"w"> : tensor<16x16x3x3xf32>
  %v = ncnn.weight <"v"> : tensor<16x15x3x3xf32>
  // BF16:     ncnn.pack_weights %w into #ncnn.winograd_weights<tile = 2, lanes = 16, vectors = 1, steps = 2> : tensor<16x16x3x3xf32> -> tensor<4096xbf16>
  // F32:      ncnn.pack_weights %w into #ncnn.winograd_weights<tile = 2, lanes = 16, vectors = 1> : tensor<16x16x3x3xf32> -> tensor<4096xf32>
  // BF16:     kernel.convolution {{.*}}tensor<16x9x8xf32>{{.*}}product = #target.product<"x86-avx512", "vdpbf16ps">
  // F32:      kernel.convolution {{.*}}tensor<16x9x16xf32>
  %0 = ncnn.convolution %x, %w algorithm winograd2 : tensor<16x8x8xbf16>, tensor<16x16x3x3xf32> -> tensor<16x6x6xf32>
  // ANY-NOT:  product = #target.product<"x86-avx512", "vdpbf16ps">
  %1 = ncnn.convolution %x, %w algorithm winograd4 : tensor<16x8x8xbf16>, tensor<16x16x3x3xf32> -> tensor<16x6x6xf32>
  %2 = ncnn.convolution %y, %w algorithm winograd2 : tensor<16x8x8xf32>, tensor<16x16x3x3xf32> -> tensor<16x6x6xf32>
  %3 = ncnn.convolution %z, %v algorithm winograd2 : tensor<15x8x8xbf16>, tensor<16x15x3x3xf32> -> tensor<16x6x6xf32>
  // ANY:      func.return
  func.return %0, %1, %2, %3 : tensor<16x6x6xf32>, tensor<16x6x6xf32>, tensor<16x6x6xf32>, tensor<16x6x6xf32>
}
