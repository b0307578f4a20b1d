// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-ncnn-to-kernel' --verify-diagnostics | filecheck %s

// CHECK: (Convolution): has no schedule; run schedule-convolutions, schedule-products
func.func @main(%x: tensor<16x8x8xf32>) -> tensor<8x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<8x16x1x1xf32>
  %0 = ncnn.convolution %x, %w algorithm gemm : tensor<16x8x8xf32>, tensor<8x16x1x1xf32> -> tensor<8x8x8xf32>
  func.return %0 : tensor<8x8x8xf32>
}
