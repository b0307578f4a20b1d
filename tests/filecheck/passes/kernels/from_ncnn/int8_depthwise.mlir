// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+vnni"},fuse-epilogue,schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-64"},fuse-epilogue,schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s --check-prefix=PAIRS
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},fuse-epilogue,schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s --check-prefix=FLOATS

// Pairs of outputs at a time, by instructions that add products of four columns, or of two, or as floats.
func.func @rows(%a: tensor<24x8x8xi8>) -> tensor<24x8x8xi8> {
  %w = ncnn.weight <"w"> : tensor<24x1x3x3xi8>
  %s = ncnn.weight <"s"> : tensor<24xf32>
  %t = ncnn.weight <"t"> dense<[2.5]> : tensor<1xf32>
  %0 = ncnn.convolution_depthwise %a, %w group 24 pad [1, 1, 1, 1] algorithm depthwise : tensor<24x8x8xi8>, tensor<24x1x3x3xi8> -> tensor<24x8x8xi32>
  %1 = ncnn.requantize %0, %s, %t : (tensor<24x8x8xi32>, tensor<24xf32>, tensor<1xf32>) -> tensor<24x8x8xi8>
  func.return %1 : tensor<24x8x8xi8>
}
// CHECK-LABEL: @rows
// CHECK:       [[W:%.*]] = ncnn.pack_weights {{.*}} into #ncnn.depthwise_pair_weights<lanes = 16, steps = 4>
// CHECK:       [[S:%.*]] = ncnn.pack_weights {{.*}} into #ncnn.flipped_sum_starts<lanes = 16>
// CHECK:       kernel.depthwise ins({{.*}}, [[W]], [[S]], {{.*}}product = #target.product<"x86-avx512", "vpdpbusd">
// PAIRS-LABEL: @rows
// PAIRS:       [[W:%.*]] = ncnn.pack_weights {{.*}} into #ncnn.depthwise_pair_weights<lanes = 4, steps = 2> : tensor<24x1x3x3xi8> -> tensor<6x3x2x2x4x2xi16>
// PAIRS:       kernel.depthwise ins({{.*}}, [[W]], {{.*}}product = #target.product<"x86-64", "pmaddwd">
// FLOATS-LABEL: @rows
// FLOATS:      [[W:%.*]] = ncnn.pack_weights {{.*}} into #ncnn.depthwise_float_weights<lanes = 8> : tensor<24x1x3x3xi8> -> tensor<3x3x3x8xf32>
// FLOATS:      kernel.depthwise ins({{.*}}, [[W]], {{.*}}in_floats

// Not with strides, which leave out columns.
func.func @stride(%a: tensor<24x8x8xi8>) -> tensor<24x3x3xi8> {
  %w = ncnn.weight <"w"> : tensor<24x1x3x3xi8>
  %s = ncnn.weight <"s"> : tensor<24xf32>
  %t = ncnn.weight <"t"> dense<[2.5]> : tensor<1xf32>
  %0 = ncnn.convolution_depthwise %a, %w group 24 stride [2, 2] algorithm depthwise : tensor<24x8x8xi8>, tensor<24x1x3x3xi8> -> tensor<24x3x3xi32>
  %1 = ncnn.requantize %0, %s, %t : (tensor<24x3x3xi32>, tensor<24xf32>, tensor<1xf32>) -> tensor<24x3x3xi8>
  func.return %1 : tensor<24x3x3xi8>
}
// CHECK-LABEL: @stride
// CHECK-NOT:   vpdpbusd

func.func @dilation(%a: tensor<24x8x8xi8>) -> tensor<24x4x4xi8> {
  %w = ncnn.weight <"w"> : tensor<24x1x3x3xi8>
  %s = ncnn.weight <"s"> : tensor<24xf32>
  %t = ncnn.weight <"t"> dense<[2.5]> : tensor<1xf32>
  %0 = ncnn.convolution_depthwise %a, %w group 24 dilation [2, 2] algorithm depthwise : tensor<24x8x8xi8>, tensor<24x1x3x3xi8> -> tensor<24x4x4xi32>
  %1 = ncnn.requantize %0, %s, %t : (tensor<24x4x4xi32>, tensor<24xf32>, tensor<1xf32>) -> tensor<24x4x4xi8>
  func.return %1 : tensor<24x4x4xi8>
}
// CHECK-LABEL: @dilation
// CHECK-NOT:   vpdpbusd

func.func @one_row(%a: tensor<24x3x8xi8>) -> tensor<24x1x6xi8> {
  %w = ncnn.weight <"w"> : tensor<24x1x3x3xi8>
  %s = ncnn.weight <"s"> : tensor<24xf32>
  %t = ncnn.weight <"t"> dense<[2.5]> : tensor<1xf32>
  %0 = ncnn.convolution_depthwise %a, %w group 24 algorithm depthwise : tensor<24x3x8xi8>, tensor<24x1x3x3xi8> -> tensor<24x1x6xi32>
  %1 = ncnn.requantize %0, %s, %t : (tensor<24x1x6xi32>, tensor<24xf32>, tensor<1xf32>) -> tensor<24x1x6xi8>
  func.return %1 : tensor<24x1x6xi8>
}
// CHECK-LABEL: @one_row
// CHECK-NOT:   vpdpbusd

// Sums, and what becomes float32, are stored in the order of pixels.
func.func @floats(%a: tensor<24x8x8xi8>) -> tensor<24x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<24x1x3x3xi8>
  %s = ncnn.weight <"s"> : tensor<24xf32>
  %0 = ncnn.convolution_depthwise %a, %w group 24 algorithm depthwise : tensor<24x8x8xi8>, tensor<24x1x3x3xi8> -> tensor<24x6x6xi32>
  %1 = ncnn.dequantize %0, %s : (tensor<24x6x6xi32>, tensor<24xf32>) -> tensor<24x6x6xf32>
  func.return %1 : tensor<24x6x6xf32>
}
// CHECK-LABEL: @floats
// CHECK:       #ncnn.depthwise_pair_weights
// CHECK:       kernel.depthwise {{.*}}vpdpbusd
