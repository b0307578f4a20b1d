// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},assign-layout' | filecheck %s --check-prefixes=ZMM,ANY
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},assign-layout' | filecheck %s --check-prefixes=YMM,ANY

// Blobs of int8 and their sums are packed by as many lanes as those of float32; few channels and
// vectors of scales stay plain.
func.func @main(%x: tensor<3x8x8xf32>) -> tensor<24x4x4xf32> {
  %s = ncnn.weight <"s"> dense<[2.0]> : tensor<1xf32>
  %w = ncnn.weight <"w"> : tensor<24x3x1x1xi8>
  %f = ncnn.weight <"f"> : tensor<24xf32>
  // ANY: %q = ncnn.quantize %x, %s : {{.*}} -> tensor<3x8x8xi8>
  %q = ncnn.quantize %x, %s : (tensor<3x8x8xf32>, tensor<1xf32>) -> tensor<3x8x8xi8>
  // ANY-NEXT: %a = ncnn.convolution %q, %w :
  // ZMM-SAME: -> tensor<24x8x8xi32, #ncnn.layout<pack = 16>>
  // YMM-SAME: -> tensor<24x8x8xi32, #ncnn.layout<pack = 8>>
  %a = ncnn.convolution %q, %w : tensor<3x8x8xi8>, tensor<24x3x1x1xi8> -> tensor<24x8x8xi32>
  // ANY-NEXT: %r = ncnn.requantize %a, %f, %s :
  // ZMM-SAME: -> tensor<24x8x8xi8, #ncnn.layout<pack = 16>>
  // YMM-SAME: -> tensor<24x8x8xi8, #ncnn.layout<pack = 8>>
  %r = ncnn.requantize %a, %f, %s : (tensor<24x8x8xi32>, tensor<24xf32>, tensor<1xf32>) -> tensor<24x8x8xi8>
  // ANY-NEXT: %p = ncnn.pooling max %r
  // ZMM-SAME: -> tensor<24x4x4xi8, #ncnn.layout<pack = 16>>
  %p = ncnn.pooling max %r kernel [2, 2] stride [2, 2] : tensor<24x8x8xi8> -> tensor<24x4x4xi8>
  %c = ncnn.convert_integers %p : tensor<24x4x4xi8> -> tensor<24x4x4xf32>
  func.return %c : tensor<24x4x4xf32>
}
