// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-ncnn-to-kernel' --split-input-file | filecheck %s

// Stride 2: four phases, each with the 2 x 2 of 4 x 4 taps that meet inputs, the last tap first.
func.func @stride2(%x: tensor<8x5x5xf32, #ncnn.layout<pack = 8>>) -> tensor<8x10x10xf32, #ncnn.layout<pack = 8>> {
  %w = ncnn.weight <"w"> : tensor<8x8x4x4xf32>
  %y = ncnn.deconvolution %x, %w stride [2, 2] pad [1, 1, 1, 1] activation relu : tensor<8x5x5xf32, #ncnn.layout<pack = 8>>, tensor<8x8x4x4xf32> -> tensor<8x10x10xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<8x10x10xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @stride2
// CHECK:         [[U:%.*]] = ncnn.pack_weights "deconvolution" %w{{[0-9]*}} [0, 2, 3, 1, 3, 1] : tensor<8x8x4x4xf32> -> tensor<8x8x2x2xf32>
// CHECK:         ncnn.pack_weights "direct" [[U]]
// CHECK:         [[A:%.*]] = kernel.convolution {{.*}}pad = array<i64: 1, 1, 0, 0>
// CHECK:         arith.maxnumf
// CHECK:         ncnn.pack_weights "deconvolution" {{.*}} [0, 2, 3, 1, 2, 0]
// CHECK:         [[B:%.*]] = kernel.convolution {{.*}}pad = array<i64: 1, 0, 0, 1>
// CHECK:         ncnn.pack_weights "deconvolution" {{.*}} [0, 2, 2, 0, 3, 1]
// CHECK:         [[C:%.*]] = kernel.convolution
// CHECK:         ncnn.pack_weights "deconvolution" {{.*}} [0, 2, 2, 0, 2, 0]
// CHECK:         [[D:%.*]] = kernel.convolution
// CHECK:         kernel.interleave ins([[A]], [[B]], [[C]], [[D]] : {{.*}}) outs({{.*}} : tensor<1x10x10x8xf32>) {stride = array<i64: 2, 2>}

// -----

// Stride 1: one convolution with all taps turned round, nothing to interleave.
func.func @stride1(%x: tensor<8x5x5xf32, #ncnn.layout<pack = 8>>) -> tensor<8x5x5xf32, #ncnn.layout<pack = 8>> {
  %w = ncnn.weight <"w"> : tensor<8x1x3x3xf32>
  %y = ncnn.deconvolution_depthwise %x, %w group 8 pad [1, 1, 1, 1] : tensor<8x5x5xf32, #ncnn.layout<pack = 8>>, tensor<8x1x3x3xf32> -> tensor<8x5x5xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<8x5x5xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @stride1
// CHECK:         ncnn.pack_weights "deconvolution" {{.*}} [0, 3, 2, 1, 0, 2, 1, 0]
// CHECK:         kernel.depthwise
// CHECK-NOT:     kernel.interleave
