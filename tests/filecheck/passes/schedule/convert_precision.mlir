// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},convert-precision' | filecheck %s --check-prefixes=BF16,ANY
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},convert-precision' | filecheck %s --check-prefixes=AVX512,ANY
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-precision' | filecheck %s --check-prefixes=AVX2,ANY

// Direct convolutions multiply bfloat16 where the target does; elsewhere weights that only stream
// through a layer are widened as they are loaded.
func.func @weights(%x: tensor<64x8x8xf32>) -> (tensor<32x8x8xf32>, tensor<32x8x8xf32>, tensor<5xf32>) {
  %u = ncnn.weight <"u"> : tensor<32x64x1x1xf32>
  %v = ncnn.weight <"v"> : tensor<32x64x3x3xf32>
  %w = ncnn.weight <"w"> : tensor<5x4096xf32>
  // ANY-LABEL: @weights
  // ANY: ncnn.convolution %x, %u algorithm gemm : tensor<64x8x8xf32>, tensor<32x64x1x1xbf16> -> tensor<32x8x8xf32>
  // BF16: ncnn.convolution %x, %v pad [1, 1, 1, 1] algorithm packed : tensor<64x8x8xf32>, tensor<32x64x3x3xbf16>
  // AVX512: ncnn.convolution %x, %v pad [1, 1, 1, 1] algorithm packed : tensor<64x8x8xf32>, tensor<32x64x3x3xf32>
  // AVX2: ncnn.convolution %x, %v pad [1, 1, 1, 1] algorithm packed : tensor<64x8x8xf32>, tensor<32x64x3x3xf32>
  // ANY: ncnn.innerproduct %x, %w : tensor<64x8x8xf32>, tensor<5x4096xbf16>
  %a = ncnn.convolution %x, %u algorithm gemm : tensor<64x8x8xf32>, tensor<32x64x1x1xf32> -> tensor<32x8x8xf32>
  %b = ncnn.convolution %x, %v pad [1, 1, 1, 1] algorithm packed : tensor<64x8x8xf32>, tensor<32x64x3x3xf32> -> tensor<32x8x8xf32>
  %c = ncnn.innerproduct %x, %w : tensor<64x8x8xf32>, tensor<5x4096xf32> -> tensor<5xf32>
  func.return %a, %b, %c : tensor<32x8x8xf32>, tensor<32x8x8xf32>, tensor<5xf32>
}

// Winograd transforms exact weights; few channels and depthwise have few weights; computed ones are no
// constants, and float16 has its own pass.
func.func @kept(%x: tensor<64x8x8xf32>, %p: tensor<3x8x8xf32>, %k: tensor<32x64x1x1xf32>) -> tensor<32x8x8xf32> {
  // ANY-LABEL: @kept
  // ANY-NOT: bf16
  // ANY: func.return
  %v = ncnn.weight <"v"> : tensor<32x64x3x3xf32>
  %q = ncnn.weight <"q"> : tensor<32x3x3x3xf32>
  %d = ncnn.weight <"d"> : tensor<32x1x3x3xf32>
  %h = ncnn.weight <"h"> : tensor<32x64x1x1xf16>
  %a = ncnn.convolution %x, %v pad [1, 1, 1, 1] algorithm winograd4 : tensor<64x8x8xf32>, tensor<32x64x3x3xf32> -> tensor<32x8x8xf32>
  %b = ncnn.convolution %p, %q pad [1, 1, 1, 1] algorithm packed : tensor<3x8x8xf32>, tensor<32x3x3x3xf32> -> tensor<32x8x8xf32>
  %c = ncnn.convolution_depthwise %b, %d group 32 pad [1, 1, 1, 1] algorithm depthwise : tensor<32x8x8xf32>, tensor<32x1x3x3xf32> -> tensor<32x8x8xf32>
  %e = ncnn.convolution %x, %k algorithm packed : tensor<64x8x8xf32>, tensor<32x64x1x1xf32> -> tensor<32x8x8xf32>
  %f = ncnn.convolution %x, %h algorithm gemm : tensor<64x8x8xf32>, tensor<32x64x1x1xf16> -> tensor<32x8x8xf32>
  func.return %f : tensor<32x8x8xf32>
}

// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2+l2=64K"},convert-precision{only-faster=true}' | filecheck %s --check-prefix=FASTER
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16+l2=1M"},convert-precision{only-faster=true}' | filecheck %s --check-prefix=PRODUCTS

// Without products only the weights of inner products that stream from beyond the L2 cache: 80 KB.
// FASTER-LABEL: @weights
// FASTER:       ncnn.convolution %x, %u algorithm gemm : tensor<64x8x8xf32>, tensor<32x64x1x1xf32>
// FASTER:       ncnn.innerproduct %x, %w : tensor<64x8x8xf32>, tensor<5x4096xbf16>
// PRODUCTS-LABEL: @weights
// PRODUCTS:     ncnn.convolution %x, %u algorithm gemm : tensor<64x8x8xf32>, tensor<32x64x1x1xbf16>
// PRODUCTS:     ncnn.innerproduct %x, %w : tensor<64x8x8xf32>, tensor<5x4096xbf16>

// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-precision{only-faster=true layers="named"}' | filecheck %s --check-prefix=NAMED

// Without products of bfloat16 small weights are no faster: only a layer that is named gets them.
// NAMED-LABEL: @named
// NAMED:       ncnn.innerproduct %x, %{{.*}} : tensor<64xf32>, tensor<5x64xbf16>
// NAMED:       ncnn.innerproduct %x, %w : tensor<64xf32>, tensor<5x64xf32>
func.func @named(%x: tensor<64xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %w = ncnn.weight <"w"> : tensor<5x64xf32>
  %a = ncnn.innerproduct %x, %w : tensor<64xf32>, tensor<5x64xf32> -> tensor<5xf32> loc("named")
  %b = ncnn.innerproduct %x, %w : tensor<64xf32>, tensor<5x64xf32> -> tensor<5xf32> loc("other")
  func.return %a, %b : tensor<5xf32>, tensor<5xf32>
}
