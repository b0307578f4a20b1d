// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},keep-float32-layers{most-products=1}' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},keep-float32-layers{most-products=1},select-conv-algorithm{bfloat16=true},convert-precision,assign-layout{storage="bfloat16"}' | filecheck %s --check-prefix=STORED
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},keep-float32-layers{most-products=1}' | filecheck %s --check-prefix=WITHOUT

// Of what reaches an output the one stays that saves most; of few channels none does, and the first
// layer multiplies float32 whatever the mask says.
// CHECK-LABEL: @dense
// CHECK:       %a = ncnn.convolution %x, %u : tensor<3x8x8xf32>
// CHECK-NEXT:  %b = ncnn.convolution %a, %v {ncnn.feature_mask = 4 : i64} : tensor<32x8x8xf32>
// CHECK-NEXT:  %c = ncnn.convolution %b, %w : tensor<64x8x8xf32>
// CHECK-NEXT:  %d = ncnn.convolution %c, %f {ncnn.feature_mask = 4 : i64} : tensor<64x8x8xf32>

// The others have weights of float32, and store what a product of bfloat16 reads as such.
// STORED-LABEL: @dense
// STORED:       %a = ncnn.convolution %x, %u {{.*}} tensor<32x3x1x1xf32> -> tensor<32x8x8xf32,
// STORED:       %b = ncnn.convolution %a, %v {{.*}} tensor<64x32x1x1xf32> -> tensor<64x8x8xbf16,
// STORED:       %c = ncnn.convolution %b, %w {{.*}} tensor<64x64x1x1xbf16> -> tensor<64x8x8xf32,
// STORED:       %d = ncnn.convolution %c, %f {{.*}} tensor<8x64x1x1xf32> -> tensor<8x8x8xf32

// Without products of bfloat16 there is nothing to keep away.
// WITHOUT-NOT:  feature_mask
func.func @dense(%x: tensor<3x8x8xf32>) -> tensor<8x8x8xf32> {
  %u = ncnn.weight <"u"> : tensor<32x3x1x1xf32>
  %v = ncnn.weight <"v"> : tensor<64x32x1x1xf32>
  %w = ncnn.weight <"w"> : tensor<64x64x1x1xf32>
  %f = ncnn.weight <"f"> : tensor<8x64x1x1xf32>
  %a = ncnn.convolution %x, %u : tensor<3x8x8xf32>, tensor<32x3x1x1xf32> -> tensor<32x8x8xf32>
  %b = ncnn.convolution %a, %v : tensor<32x8x8xf32>, tensor<64x32x1x1xf32> -> tensor<64x8x8xf32>
  %c = ncnn.convolution %b, %w : tensor<64x8x8xf32>, tensor<64x64x1x1xf32> -> tensor<64x8x8xf32>
  %d = ncnn.convolution %c, %f : tensor<64x8x8xf32>, tensor<8x64x1x1xf32> -> tensor<8x8x8xf32>
  func.return %d : tensor<8x8x8xf32>
}

// A mean over whole images evens roundings out.
// CHECK-LABEL: @mean
// CHECK-NOT:   feature_mask
func.func @mean(%x: tensor<32x8x8xf32>) -> tensor<64xf32> {
  %v = ncnn.weight <"v"> : tensor<64x32x1x1xf32>
  %w = ncnn.weight <"w"> : tensor<64x64x1x1xf32>
  %b = ncnn.convolution %x, %v : tensor<32x8x8xf32>, tensor<64x32x1x1xf32> -> tensor<64x8x8xf32>
  %c = ncnn.convolution %b, %w : tensor<64x8x8xf32>, tensor<64x64x1x1xf32> -> tensor<64x8x8xf32>
  %y = ncnn.pooling avg %c global : tensor<64x8x8xf32> -> tensor<64xf32>
  func.return %y : tensor<64xf32>
}

// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},keep-float32-layers{only-faster=true}' | filecheck %s --check-prefix=FASTER

// CHECK-LABEL:  @cast
// What no layer rounds as it stores it takes a cast, which a product of one pixel in four
// does not pay.
// FASTER-LABEL: @cast
// FASTER:       ncnn.convolution %s, %w stride [2, 2] {ncnn.feature_mask = 4 : i64}
// FASTER-NEXT:  ncnn.convolution %s, %v : tensor<32x8x8xf32>
func.func @cast(%x: tensor<32x8x8xf32>) -> (tensor<5x4x4xf32>, tensor<512x8x8xf32>) {
  %w = ncnn.weight <"w"> : tensor<5x32x1x1xf32>
  %v = ncnn.weight <"v"> : tensor<512x32x1x1xf32>
  %s = ncnn.softmax %x : tensor<32x8x8xf32> -> tensor<32x8x8xf32>
  %y = ncnn.convolution %s, %w stride [2, 2] : tensor<32x8x8xf32>, tensor<5x32x1x1xf32> -> tensor<5x4x4xf32>
  %z = ncnn.convolution %s, %v : tensor<32x8x8xf32>, tensor<512x32x1x1xf32> -> tensor<512x8x8xf32>
  func.return %y, %z : tensor<5x4x4xf32>, tensor<512x8x8xf32>
}

// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},keep-float32-layers{most-products=1 only-faster=true layers="few=bf16","many=fp32"}' | filecheck %s --check-prefix=GIVEN

// A precision that is given to a layer comes before what would be chosen, and does not count.
// GIVEN-LABEL: @given
// GIVEN-NEXT:  ncnn.weight
// GIVEN-NEXT:  ncnn.weight
// GIVEN-NEXT:  %a = ncnn.convolution %x, %f : tensor<64x8x8xf32>
// GIVEN-NEXT:  %b = ncnn.convolution %x, %w {ncnn.feature_mask = 4 : i64}
// GIVEN-NEXT:  %c = ncnn.convolution %x, %w : tensor<64x8x8xf32>
func.func @given(%x: tensor<64x8x8xf32>) -> (tensor<8x8x8xf32>, tensor<64x8x8xf32>, tensor<64x8x8xf32>) {
  %f = ncnn.weight <"f"> : tensor<8x64x1x1xf32>
  %w = ncnn.weight <"w"> : tensor<64x64x1x1xf32>
  %a = ncnn.convolution %x, %f : tensor<64x8x8xf32>, tensor<8x64x1x1xf32> -> tensor<8x8x8xf32> loc("few")
  %b = ncnn.convolution %x, %w : tensor<64x8x8xf32>, tensor<64x64x1x1xf32> -> tensor<64x8x8xf32> loc("many")
  %c = ncnn.convolution %x, %w : tensor<64x8x8xf32>, tensor<64x64x1x1xf32> -> tensor<64x8x8xf32> loc("free")
  func.return %a, %b, %c : tensor<8x8x8xf32>, tensor<64x8x8xf32>, tensor<64x8x8xf32>
}
