// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},fold-strides-into-channels{bfloat16=true}' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},fold-strides-into-channels' | filecheck %s --check-prefix=FLOAT

// Products of bfloat16 need more channels than an image has: pixels of a block become channels.
func.func @patches(%x: tensor<3x64x64xf32>) -> tensor<64x8x8xf32> {
  // CHECK-LABEL: @patches
  // CHECK:       [[B:%.*]] = ncnn.reorg %x stride 8 : tensor<3x64x64xf32> -> tensor<192x8x8xf32>
  // CHECK:       ncnn.convolution [[B]], %{{.*}} activation relu : tensor<192x8x8xf32>, tensor<64x192x1x1xf32> -> tensor<64x8x8xf32>
  // FLOAT-LABEL: @patches
  // FLOAT-NOT:   reorg
  %w = ncnn.weight <"w"> : tensor<64x3x8x8xf32>
  %y = ncnn.convolution %x, %w stride [8, 8] activation relu : tensor<3x64x64xf32>, tensor<64x3x8x8xf32> -> tensor<64x8x8xf32>
  func.return %y : tensor<64x8x8xf32>
}

// Of what is left of a block the kernel sees zeros, and the border goes up to whole blocks. Winograd
// makes that faster in float32, too.
func.func @border(%x: tensor<3x113x113xf32>) -> tensor<96x28x28xf32> {
  // CHECK-LABEL: @border
  // FLOAT-LABEL: @border
  // FLOAT:       [[P:%.*]] = ncnn.padding constant %x before [0, 2, 2] after [0, 5, 5] : tensor<3x113x113xf32> -> tensor<3x120x120xf32>
  // FLOAT:       [[B:%.*]] = ncnn.reorg [[P]] stride 4 : tensor<3x120x120xf32> -> tensor<48x30x30xf32>
  // FLOAT:       ncnn.convolution [[B]], %{{.*}} : tensor<48x30x30xf32>, tensor<96x48x3x3xf32> -> tensor<96x28x28xf32>
  %w = ncnn.weight <"w"> : tensor<96x3x11x11xf32>
  %y = ncnn.convolution %x, %w stride [4, 4] pad [2, 2, 4, 4] : tensor<3x113x113xf32>, tensor<96x3x11x11xf32> -> tensor<96x28x28xf32>
  func.return %y : tensor<96x28x28xf32>
}

// Left alone: few taps that zeros would almost double, a stride that differs, many channels, and a
// border of another value.
func.func @kept(%x: tensor<3x64x64xf32>, %m: tensor<16x64x64xf32>) -> (tensor<32x32x32xf32>, tensor<64x8x16xf32>, tensor<64x8x8xf32>, tensor<64x9x9xf32>) {
  // CHECK-LABEL: @kept
  // CHECK-NOT:   reorg
  // CHECK:       func.return
  %a = ncnn.weight <"a"> : tensor<32x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<64x3x8x8xf32>
  %c = ncnn.weight <"c"> : tensor<64x16x8x8xf32>
  %0 = ncnn.convolution %x, %a stride [2, 2] pad [1, 1, 1, 1] : tensor<3x64x64xf32>, tensor<32x3x3x3xf32> -> tensor<32x32x32xf32>
  %1 = ncnn.convolution %x, %b stride [8, 4] pad [0, 2, 0, 2] : tensor<3x64x64xf32>, tensor<64x3x8x8xf32> -> tensor<64x8x16xf32>
  %2 = ncnn.convolution %m, %c stride [8, 8] : tensor<16x64x64xf32>, tensor<64x16x8x8xf32> -> tensor<64x8x8xf32>
  %3 = ncnn.convolution %x, %b stride [8, 8] pad [4, 4, 4, 4] pad_value 1.0 : tensor<3x64x64xf32>, tensor<64x3x8x8xf32> -> tensor<64x9x9xf32>
  func.return %0, %1, %2, %3 : tensor<32x32x32xf32>, tensor<64x8x16xf32>, tensor<64x8x8xf32>, tensor<64x9x9xf32>
}
