// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{policy="ncnn" use_packing_layout=false}' | filecheck %s
// ncnn takes dilated images apart only without packed layouts, and only where the output is not
// smaller than the dilation; elsewhere other rules decide, and their weights are there.
// REQUIREMENT: W19, D14, L21

func.func @main(%x: tensor<32x9x9xf32>) -> (tensor<32x3x3xf32>, tensor<32x1x1xf32>, tensor<32x9x9xf32>) {
  %w = ncnn.weight <"w"> : tensor<32x32x3x3xf32>
  %p = ncnn.weight <"p"> : tensor<32x32x1x1xf32>
  // CHECK: ncnn.convolution %x, %w dilation [3, 3] algorithm dilated inner
  %0 = ncnn.convolution %x, %w dilation [3, 3] : tensor<32x9x9xf32>, tensor<32x32x3x3xf32> -> tensor<32x3x3xf32>
  // CHECK: ncnn.convolution %x, %w dilation [4, 4] algorithm gemm :
  %1 = ncnn.convolution %x, %w dilation [4, 4] : tensor<32x9x9xf32>, tensor<32x32x3x3xf32> -> tensor<32x1x1xf32>
  // A single tap.
  // CHECK: ncnn.convolution %x, %p dilation [2, 2] algorithm gemm :
  %2 = ncnn.convolution %x, %p dilation [2, 2] : tensor<32x9x9xf32>, tensor<32x32x1x1xf32> -> tensor<32x9x9xf32>
  func.return %0, %1, %2 : tensor<32x3x3xf32>, tensor<32x1x1xf32>, tensor<32x9x9xf32>
}
