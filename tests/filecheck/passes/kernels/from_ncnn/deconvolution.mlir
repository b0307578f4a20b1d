// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// Stride 2: four phases, each with the 2 x 2 of 4 x 4 taps that meet inputs, the last tap first.
func.func @stride2(%x: tensor<8x5x5xf32, #ncnn.layout<pack = 8>>) -> tensor<8x10x10xf32, #ncnn.layout<pack = 8>> {
  %w = ncnn.weight <"w"> : tensor<8x8x4x4xf32>
  %y = ncnn.deconvolution %x, %w stride [2, 2] pad [1, 1, 1, 1] activation relu : tensor<8x5x5xf32, #ncnn.layout<pack = 8>>, tensor<8x8x4x4xf32> -> tensor<8x10x10xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<8x10x10xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @stride2
// CHECK:         [[U:%.*]] = ncnn.pack_weights %w{{[0-9]*}} into #ncnn.deconvolution_phases<channels = 8, axes = {{\[\[}}array<i64: 3, 1>], [array<i64: 3, 1>]], transposed_groups = 0> : tensor<8x8x4x4xf32> -> tensor<8x8x2x2xf32>
// CHECK:         ncnn.pack_weights [[U]] into #ncnn.direct_weights<
// CHECK:         [[A:%.*]] = kernel.convolution {{.*}}pad = array<i64: 1, 1, 0, 0>
// CHECK:         simd.maximum
// CHECK:         ncnn.pack_weights {{.*}} into #ncnn.deconvolution_phases<channels = 8, axes = {{\[\[}}array<i64: 3, 1>], [array<i64: 2, 0>]], transposed_groups = 0>
// CHECK:         [[B:%.*]] = kernel.convolution {{.*}}pad = array<i64: 1, 0, 0, 1>
// CHECK:         ncnn.pack_weights {{.*}} into #ncnn.deconvolution_phases<channels = 8, axes = {{\[\[}}array<i64: 2, 0>], [array<i64: 3, 1>]], transposed_groups = 0>
// CHECK:         [[C:%.*]] = kernel.convolution
// CHECK:         ncnn.pack_weights {{.*}} into #ncnn.deconvolution_phases<channels = 8, axes = {{\[\[}}array<i64: 2, 0>], [array<i64: 2, 0>]], transposed_groups = 0>
// CHECK:         [[D:%.*]] = kernel.convolution
// CHECK:         kernel.interleave ins([[A]], [[B]], [[C]], [[D]] : {{.*}}) outs({{.*}} : tensor<1x10x10x8xf32>) {stride = array<i64: 2, 2>, start = array<i64: 0, 0>}

// Stride 1: one convolution with all taps turned round, nothing to interleave.
func.func @stride1(%x: tensor<8x5x5xf32, #ncnn.layout<pack = 8>>) -> tensor<8x5x5xf32, #ncnn.layout<pack = 8>> {
  %w = ncnn.weight <"w"> : tensor<8x1x3x3xf32>
  %y = ncnn.deconvolution_depthwise %x, %w group 8 pad [1, 1, 1, 1] : tensor<8x5x5xf32, #ncnn.layout<pack = 8>>, tensor<8x1x3x3xf32> -> tensor<8x5x5xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<8x5x5xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @stride1
// CHECK:         ncnn.pack_weights {{.*}} into #ncnn.deconvolution_phases<channels = 8, axes = {{\[\[}}array<i64: 2, 1, 0>], [array<i64: 2, 1, 0>]], transposed_groups = 0>
// CHECK:         kernel.depthwise
// CHECK-NOT:     kernel.interleave

// One channel: the nine phases are the channels of one convolution. With the period that begins one
// output early all of them see the same 3 x 3 inputs, so that it may be Winograd's.
func.func @few_channels(%x: tensor<56x32x32xf32, #ncnn.layout<pack = 8>>) -> tensor<1x96x96xf32> {
  %w = ncnn.weight <"w"> : tensor<1x56x9x9xf32>
  %b = ncnn.weight <"b"> : tensor<1xf32>
  %y = ncnn.deconvolution %x, %w bias %b : tensor<1xf32> stride [3, 3] pad [4, 4, 4, 4] output_pad [2, 2] : tensor<56x32x32xf32, #ncnn.layout<pack = 8>>, tensor<1x56x9x9xf32> -> tensor<1x96x96xf32>
  func.return %y : tensor<1x96x96xf32>
}
// CHECK-LABEL: @few_channels
// CHECK:         [[W:%.*]] = ncnn.pack_weights %w{{[0-9]*}} into #ncnn.deconvolution_phases<channels = 1, axes = {{\[\[}}array<i64: 6, 3, 0>, array<i64: 7, 4, 1>, array<i64: 8, 5, 2>], [array<i64: 6, 3, 0>, array<i64: 7, 4, 1>, array<i64: 8, 5, 2>]], transposed_groups = 0> : tensor<1x56x9x9xf32> -> tensor<9x56x3x3xf32>
// CHECK:         ncnn.pack_weights %b{{[0-9]*}} into #ncnn.repeated_vector<count = 9, size = 1> : tensor<1xf32> -> tensor<9xf32>
// CHECK:         ncnn.pack_weights [[W]] into #ncnn.winograd_weights<
// CHECK:         [[C:%[0-9]+]], %{{.*}} = kernel.convolution {{.*}} : tensor<2x33x33x8xf32>, {{.*}}algorithm = #kernel<algorithm winograd6>
// CHECK:         kernel.depth_to_space ins([[C]] : tensor<2x33x33x8xf32>) outs(%{{[0-9]*}} : tensor<1x96x96xf32>) {block = array<i64: 3, 3>, start = array<i64: 1, 1>}
// CHECK-NOT:     kernel.convolution

// Whole vectors: with the zeros that make its windows 3 x 3, one convolution by Winograd costs less
// than four by the direct kernel. Its phases are parts of its output.
func.func @whole_vectors(%x: tensor<64x36x36xf32, #ncnn.layout<pack = 8>>) -> tensor<16x72x72xf32, #ncnn.layout<pack = 8>> {
  %w = ncnn.weight <"w"> : tensor<16x64x4x4xf32>
  %y = ncnn.deconvolution %x, %w stride [2, 2] pad [1, 1, 1, 1] : tensor<64x36x36xf32, #ncnn.layout<pack = 8>>, tensor<16x64x4x4xf32> -> tensor<16x72x72xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<16x72x72xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @whole_vectors
// CHECK:         ncnn.pack_weights {{.*}} into #ncnn.deconvolution_phases<{{.*}} -> tensor<64x64x3x3xf32>
// CHECK:         [[C:%[0-9]+]], %{{.*}} = kernel.convolution {{.*}}algorithm = #kernel<algorithm winograd
// CHECK:         [[A:%.*]] = kernel.view [[C]][0] : tensor<8x36x36x8xf32> -> tensor<2x36x36x8xf32>
// CHECK:         [[B:%.*]] = kernel.view [[C]][20736]
// CHECK:         kernel.interleave ins([[A]], [[B]],

// Groups are not merged.
func.func @groups(%x: tensor<4x32x32xf32, #ncnn.layout<pack = 8>>) -> tensor<2x64x64xf32, #ncnn.layout<pack = 8>> {
  %w = ncnn.weight <"w"> : tensor<2x2x4x4xf32>
  %y = ncnn.deconvolution_depthwise %x, %w group 2 stride [2, 2] pad [1, 1, 1, 1] : tensor<4x32x32xf32, #ncnn.layout<pack = 8>>, tensor<2x2x4x4xf32> -> tensor<2x64x64xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<2x64x64xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @groups
// CHECK-NOT:     kernel.depth_to_space
// CHECK:         kernel.interleave
// CHECK-NOT:     kernel.depth_to_space
