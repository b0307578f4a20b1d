// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm' | filecheck %s --check-prefix=FAST
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{save-weight-bytes=1000000}' | filecheck %s --check-prefix=SOME
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{save-weight-bytes=1000000000}' | filecheck %s --check-prefix=ALL
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="second=winograd4" save-weight-bytes=1000000000}' | filecheck %s --check-prefix=FORCED

// Of few pixels and many channels, Winograd's weights bring little time for their bytes.
func.func @two(%x: tensor<64x56x56xf32>, %z: tensor<256x8x8xf32>) -> (tensor<64x56x56xf32>, tensor<256x8x8xf32>) {
  %w = ncnn.weight <"w"> : tensor<64x64x3x3xf32>
  %v = ncnn.weight <"v"> : tensor<256x256x3x3xf32>
  %a = ncnn.convolution %x, %w pad [1, 1, 1, 1] : tensor<64x56x56xf32>, tensor<64x64x3x3xf32> -> tensor<64x56x56xf32>
  %b = ncnn.convolution %z, %v pad [1, 1, 1, 1] : tensor<256x8x8xf32>, tensor<256x256x3x3xf32> -> tensor<256x8x8xf32> loc("second"("m.param":1:1))
  func.return %a, %b : tensor<64x56x56xf32>, tensor<256x8x8xf32>
}
// FAST:   ncnn.convolution %x, {{.*}} algorithm winograd{{[46]}}
// FAST:   ncnn.convolution %z, {{.*}} algorithm winograd4
// SOME:   ncnn.convolution %x, {{.*}} algorithm winograd{{[46]}}
// SOME:   ncnn.convolution %z, {{.*}} algorithm winograd2
// ALL:    ncnn.convolution %x, {{.*}} algorithm packed
// ALL:    ncnn.convolution %z, {{.*}} algorithm packed
// FORCED: ncnn.convolution %x, {{.*}} algorithm packed
// FORCED: ncnn.convolution %z, {{.*}} algorithm winograd4
