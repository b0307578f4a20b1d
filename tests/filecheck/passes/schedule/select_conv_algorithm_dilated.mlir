// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm' | filecheck %s --check-prefixes=COST,BOTH
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="large=dilated"}' | filecheck %s --check-prefixes=FORCED,BOTH
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="grouped=dilated"}' 2>&1 | filecheck %s --check-prefix=GROUPS
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="volume=dilated"}' 2>&1 | filecheck %s --check-prefix=VOLUME
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="computed=dilated"}' 2>&1 | filecheck %s --check-prefix=COMPUTED
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{policy="ncnn" use_packing_layout=false}' | filecheck %s --check-prefix=NCNN
// REQUIREMENT: W19, L21

// GROUPS: algorithm dilated cannot compute groups; use packed
// VOLUME: algorithm dilated takes images apart, no volumes; use packed
// COMPUTED: algorithm dilated needs constant weights; use packed

func.func @main(%x: tensor<256x65x65xf32>, %w: tensor<256x256x3x3xf32>, %v: tensor<4x9x9x9xf32>) {
  %w0 = ncnn.weight <"w0"> : tensor<256x256x3x3xf32>
  %w1 = ncnn.weight <"w1"> : tensor<256x256x5x5xf32>
  %w2 = ncnn.weight <"w2"> : tensor<256x1x3x3xf32>
  %w3 = ncnn.weight <"w3"> : tensor<4x4x3x3x3xf32>
  // Sub-images of a 3x3 kernel can be Winograd's.
  // COST: ncnn.convolution %x, %w0 dilation [2, 2] pad [2, 2, 2, 2] algorithm dilated inner winograd{{[246]}} :
  // NCNN: ncnn.convolution %x, %w0 dilation [2, 2] pad [2, 2, 2, 2] algorithm dilated inner winograd{{[246]}} :
  %0 = ncnn.convolution %x, %w0 dilation [2, 2] pad [2, 2, 2, 2] : tensor<256x65x65xf32>, tensor<256x256x3x3xf32> -> tensor<256x65x65xf32>
  // Those of another kernel are direct, which is no gain.
  // COST: ncnn.convolution %x, %w1 dilation [2, 2] pad [4, 4, 4, 4] algorithm packed :
  // FORCED: ncnn.convolution %x, %w1 dilation [2, 2] pad [4, 4, 4, 4] algorithm dilated inner packed :
  %1 = ncnn.convolution %x, %w1 dilation [2, 2] pad [4, 4, 4, 4] : tensor<256x65x65xf32>, tensor<256x256x5x5xf32> -> tensor<256x65x65xf32> loc("large")
  // Groups, strides, weights that are not known and kernels along the depth stay as they were.
  // BOTH: ncnn.convolution_depthwise %x, %w2 group 256 dilation [2, 2] algorithm depthwise :
  %2 = ncnn.convolution_depthwise %x, %w2 group 256 dilation [2, 2] : tensor<256x65x65xf32>, tensor<256x1x3x3xf32> -> tensor<256x61x61xf32>
  // BOTH: ncnn.convolution %x, %w0 stride [2, 2] dilation [2, 2] algorithm packed :
  %3 = ncnn.convolution %x, %w0 stride [2, 2] dilation [2, 2] : tensor<256x65x65xf32>, tensor<256x256x3x3xf32> -> tensor<256x31x31xf32>
  // BOTH: ncnn.convolution %x, %w dilation [2, 2] algorithm packed :
  %4 = ncnn.convolution %x, %w dilation [2, 2] : tensor<256x65x65xf32>, tensor<256x256x3x3xf32> -> tensor<256x61x61xf32> loc("computed")
  // BOTH: ncnn.convolution3d %v, %w3 dilation [1, 2, 2] algorithm packed :
  %5 = ncnn.convolution3d %v, %w3 dilation [1, 2, 2] : tensor<4x9x9x9xf32>, tensor<4x4x3x3x3xf32> -> tensor<4x7x5x5xf32> loc("volume")
  %w4 = ncnn.weight <"w4"> : tensor<256x64x3x3xf32>
  // BOTH: ncnn.convolution_depthwise %x, %w4 group 4 dilation [2, 2] algorithm packed :
  %6 = ncnn.convolution_depthwise %x, %w4 group 4 dilation [2, 2] : tensor<256x65x65xf32>, tensor<256x64x3x3xf32> -> tensor<256x61x61xf32> loc("grouped")
  // ncnn takes images apart for one tap, too, and computes these by gemm.
  // NCNN: ncnn.convolution %x, %w5 dilation [2, 2] algorithm gemm :
  %w5 = ncnn.weight <"w5"> : tensor<256x256x1x1xf32>
  %10 = ncnn.convolution %x, %w5 dilation [2, 2] : tensor<256x65x65xf32>, tensor<256x256x1x1xf32> -> tensor<256x65x65xf32>
  // A sub-image algorithm that is given is kept, one that is not is chosen.
  // BOTH: ncnn.convolution %x, %w0 dilation [3, 3] algorithm dilated inner packed :
  %7 = ncnn.convolution %x, %w0 dilation [3, 3] algorithm dilated inner packed : tensor<256x65x65xf32>, tensor<256x256x3x3xf32> -> tensor<256x59x59xf32>
  // BOTH: ncnn.convolution %x, %w0 dilation [3, 3] algorithm dilated inner winograd{{[246]}} :
  %8 = ncnn.convolution %x, %w0 dilation [3, 3] algorithm dilated : tensor<256x65x65xf32>, tensor<256x256x3x3xf32> -> tensor<256x59x59xf32>
  func.return
}
