// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="batch=gemm"}' | filecheck %s --check-prefix=FORCED
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="volume=gemm"}' 2>&1 | filecheck %s --check-prefix=VOLUME

// VOLUME: algorithm gemm gathers images, no volumes; use packed

func.func @main(%image: tensor<512x4x4xf32>, %x: tensor<512x8x4x4xf32>, %large: tensor<256x8x14x14xf32>) {
  %w0 = ncnn.weight <"w0"> : tensor<512x512x3x3xf32>
  %w1 = ncnn.weight <"w1"> : tensor<512x512x1x3x3xf32>
  %w2 = ncnn.weight <"w2"> : tensor<256x256x1x3x3xf32>
  %w3 = ncnn.weight <"w3"> : tensor<256x256x3x3x3xf32>
  // One small map: Winograd has more weights than is gained.
  // CHECK: ncnn.convolution %image, %w0 pad [1, 1, 1, 1] algorithm tiled :
  %0 = ncnn.convolution %image, %w0 pad [1, 1, 1, 1] : tensor<512x4x4xf32>, tensor<512x512x3x3xf32> -> tensor<512x4x4xf32>
  // Of eight they are read once.
  // CHECK: ncnn.convolution3d %x, %w1 pad [0, 1, 1, 0, 1, 1] algorithm winograd4 :
  // FORCED: ncnn.convolution3d %x, %w1 pad [0, 1, 1, 0, 1, 1] algorithm gemm :
  %1 = ncnn.convolution3d %x, %w1 pad [0, 1, 1, 0, 1, 1] : tensor<512x8x4x4xf32>, tensor<512x512x1x3x3xf32> -> tensor<512x8x4x4xf32> loc("batch")
  // That of a single image where no other is clearly cheaper.
  // CHECK: ncnn.convolution3d %large, %w2 pad [0, 1, 1, 0, 1, 1] algorithm winograd4 :
  %2 = ncnn.convolution3d %large, %w2 pad [0, 1, 1, 0, 1, 1] : tensor<256x8x14x14xf32>, tensor<256x256x1x3x3xf32> -> tensor<256x8x14x14xf32>
  %3 = ncnn.convolution3d %large, %w3 pad [1, 1, 1, 1, 1, 1] : tensor<256x8x14x14xf32>, tensor<256x256x3x3x3xf32> -> tensor<256x8x14x14xf32> loc("volume")
  func.return
}
