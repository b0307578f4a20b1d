// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},assign-layout{storage="bfloat16"},fold-layout' | filecheck %s --check-prefixes=BF16,ANY
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},assign-layout{storage="float16"},fold-layout' | filecheck %s --check-prefixes=FP32,ANY
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},assign-layout,fold-layout' | filecheck %s --check-prefixes=FP32,ANY
// REQUIREMENT: L1, L2, L3, L4, L12, L13

// What a layer does not take in 16 bits is packed first and becomes wide then: less is moved. Two
// uses share both conversions.
func.func @up(%x: tensor<32x2x4x4xbf16>) -> (tensor<24x2x4x4xf32>, tensor<24x2x4x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<24x32x1x1x1xf32>
  // ANY-LABEL: @up
  // ANY: [[P:%.*]] = ncnn.convert_layout %x : tensor<32x2x4x4xbf16> -> tensor<32x2x4x4xbf16, #ncnn.layout<pack = 16>>
  // ANY-NEXT: [[F:%.*]] = ncnn.cast [[P]] from bfloat16 to float32 : (tensor<32x2x4x4xbf16, #ncnn.layout<pack = 16>>) -> tensor<32x2x4x4xf32, #ncnn.layout<pack = 16>>
  // ANY-NEXT: %y = ncnn.convolution3d [[F]]
  // ANY-NEXT: %z = ncnn.convolution3d [[F]]
  // ANY-NOT: ncnn.cast
  %y = ncnn.convolution3d %x, %w : tensor<32x2x4x4xbf16>, tensor<24x32x1x1x1xf32> -> tensor<24x2x4x4xf32>
  %z = ncnn.convolution3d %x, %w activation relu : tensor<32x2x4x4xbf16>, tensor<24x32x1x1x1xf32> -> tensor<24x2x4x4xf32>
  func.return %y, %z : tensor<24x2x4x4xf32>, tensor<24x2x4x4xf32>
}

// What reaches a sum over channels becomes narrow first if the option says so (float16 says nothing on
// x86), and its layout is converted then; here it becomes plain.
func.func @down(%x: tensor<32x4x4xf32, #ncnn.layout<pack = 16>>) -> tensor<24xf32> {
  %w = ncnn.weight <"w"> : tensor<24x512x1x1xf32>
  // ANY-LABEL: @down
  // BF16: [[N:%.*]] = ncnn.cast %x from float32 to bfloat16 : (tensor<32x4x4xf32, #ncnn.layout<pack = 16>>) -> tensor<32x4x4xbf16, #ncnn.layout<pack = 16>>
  // BF16-NEXT: [[P:%.*]] = ncnn.convert_layout [[N]] : tensor<32x4x4xbf16, #ncnn.layout<pack = 16>> -> tensor<32x4x4xbf16>
  // BF16-NEXT: %flat = ncnn.flatten [[P]] : tensor<32x4x4xbf16> -> tensor<512xbf16>
  // BF16-NEXT: %y = ncnn.convolution %flat, %w : tensor<512xbf16>
  // FP32-NOT: ncnn.cast
  // FP32: func.return
  %flat = ncnn.flatten %x : tensor<32x4x4xf32, #ncnn.layout<pack = 16>> -> tensor<512xf32>
  %y = ncnn.convolution %flat, %w : tensor<512xf32>, tensor<24x512x1x1xf32> -> tensor<24xf32>
  func.return %y : tensor<24xf32>
}

// What only other layers read stays float32, also what is moved; a layer whose feature mask keeps
// bfloat16 away reads and makes none.
func.func @wide(%x: tensor<32x4x4xf32>) -> (tensor<512xf32>, tensor<24x4x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<24x32x1x1xf32>
  // ANY-LABEL: @wide
  // ANY-NOT: ncnn.cast
  // ANY-NOT: bf16
  // ANY: func.return
  %a = ncnn.sigmoid %x : (tensor<32x4x4xf32>) -> tensor<32x4x4xf32>
  %flat = ncnn.flatten %a : tensor<32x4x4xf32> -> tensor<512xf32>
  %y = ncnn.convolution %a, %w {ncnn.feature_mask = 4 : i64} : tensor<32x4x4xf32>, tensor<24x32x1x1xf32> -> tensor<24x4x4xf32>
  func.return %flat, %y : tensor<512xf32>, tensor<24x4x4xf32>
}

// What a layer computes is narrow if a sum over channels reads it; weights stay as they are, and so
// does an image of few channels. Other layers and outputs read float32.
func.func @computed(%x: tensor<3x4x4xf32>) -> (tensor<24x4x4xf32>, tensor<16x4x4xf32>) {
  %v = ncnn.weight <"v"> : tensor<24x3x1x1xf32>
  %w = ncnn.weight <"w"> : tensor<24x24x1x1xf32>
  %u = ncnn.weight <"u"> : tensor<16x24x1x1xf32>
  // ANY-LABEL: @computed
  // BF16-NOT: ncnn.cast
  // BF16: %a = ncnn.convolution %x, %v : tensor<3x4x4xf32>, tensor<24x3x1x1xf32> -> tensor<24x4x4xbf16, #ncnn.layout<pack = 16>>
  // BF16-NEXT: %b = ncnn.convolution %a, %w : tensor<24x4x4xbf16, #ncnn.layout<pack = 16>>, tensor<24x24x1x1xf32> -> tensor<24x4x4xf32, #ncnn.layout<pack = 16>>
  // BF16-NEXT: %c = ncnn.sigmoid %b : (tensor<24x4x4xf32, #ncnn.layout<pack = 16>>) -> tensor<24x4x4xf32, #ncnn.layout<pack = 16>>
  // BF16-NOT: ncnn.cast
  // BF16: %d = ncnn.deconvolution
  // FP32-NOT: ncnn.cast
  %a = ncnn.convolution %x, %v : tensor<3x4x4xf32>, tensor<24x3x1x1xf32> -> tensor<24x4x4xf32>
  %b = ncnn.convolution %a, %w : tensor<24x4x4xf32>, tensor<24x24x1x1xf32> -> tensor<24x4x4xf32>
  %c = ncnn.sigmoid %b : (tensor<24x4x4xf32>) -> tensor<24x4x4xf32>
  %d = ncnn.deconvolution %b, %u : tensor<24x4x4xf32>, tensor<16x24x1x1xf32> -> tensor<16x4x4xf32>
  func.return %c, %d : tensor<24x4x4xf32>, tensor<16x4x4xf32>
}
