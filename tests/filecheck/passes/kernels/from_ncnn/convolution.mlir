// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s
// Every algorithm has the weights in its own form, and in no other.
// REQUIREMENT: L21, W25, W27, W34

func.func @main(%x: tensor<16x8x8xf32>) -> (tensor<16x6x6xf32>, tensor<16x6x6xf32>, tensor<16x6x6xf32>, tensor<16x8x8xf32>, tensor<16x4x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<16x16x3x3xf32>
  %p = ncnn.weight <"p"> : tensor<16x16x1x1xf32>
  // CHECK:      ncnn.pack_weights {{.*}} into #ncnn.direct_weights<
  // CHECK:      kernel.convolution
  %0 = ncnn.convolution %x, %w algorithm packed : tensor<16x8x8xf32>, tensor<16x16x3x3xf32> -> tensor<16x6x6xf32>
  // CHECK:      ncnn.pack_weights {{.*}} into #ncnn.winograd_weights<tile = 4,
  // CHECK:      kernel.convolution
  %1 = ncnn.convolution %x, %w algorithm winograd4 : tensor<16x8x8xf32>, tensor<16x16x3x3xf32> -> tensor<16x6x6xf32>
  // CHECK:      kernel.im2col
  // CHECK:      ncnn.pack_weights {{.*}} into #ncnn.gathered_weights<
  // CHECK:      kernel.convolution
  %2 = ncnn.convolution %x, %w algorithm gemm : tensor<16x8x8xf32>, tensor<16x16x3x3xf32> -> tensor<16x6x6xf32>
  // 1x1 is a product of what lies there.
  // CHECK-NOT:  kernel.im2col
  // CHECK:      ncnn.pack_weights {{.*}} into #ncnn.direct_weights<
  // CHECK:      kernel.convolution
  %3 = ncnn.convolution %x, %p algorithm gemm : tensor<16x8x8xf32>, tensor<16x16x1x1xf32> -> tensor<16x8x8xf32>
  // With a stride its windows are gathered.
  // CHECK:      kernel.im2col
  // CHECK:      kernel.convolution
  %4 = ncnn.convolution %x, %p stride [2, 2] algorithm gemm : tensor<16x8x8xf32>, tensor<16x16x1x1xf32> -> tensor<16x4x4xf32>
  // CHECK-NOT:  pack_weights
  func.return %0, %1, %2, %3, %4 : tensor<16x6x6xf32>, tensor<16x6x6xf32>, tensor<16x6x6xf32>, tensor<16x8x8xf32>, tensor<16x4x4xf32>
}

// Sums in parts of a plain image are those of pairs of columns, each of which is a pixel.
func.func @pairs(%x: tensor<3x9x12xf32>) -> tensor<8x5x6xf32> {
  %w = ncnn.weight <"w"> : tensor<8x3x3x3xf32>
  %0 = ncnn.convolution %x, %w stride [2, 2] pad [1, 1, 1, 1] algorithm packed schedule <register = [6, 1], block = 2, partial_sums = [8, 2]> : tensor<3x9x12xf32>, tensor<8x3x3x3xf32> -> tensor<8x5x6xf32, #ncnn.layout<pack = 8>>
  %1 = ncnn.convert_layout %0 : tensor<8x5x6xf32, #ncnn.layout<pack = 8>> -> tensor<8x5x6xf32>
  func.return %1 : tensor<8x5x6xf32>
}
// CHECK-LABEL: @pairs
// CHECK:         [[X:%.*]] = kernel.view %x[0] : tensor<3x9x12xf32> -> tensor<3x9x6x2xf32>
// CHECK:         ncnn.pack_weights %w into #ncnn.column_pair_weights<lanes = 8, vectors = 1, first = 1> : tensor<8x3x3x3xf32> -> tensor<288xf32>
// CHECK:         kernel.convolution ins([[X]], {{.*}} {kernel = array<i64: 3, 2>, stride = array<i64: 2, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 0>, {{.*}} channels = 6 : i64
