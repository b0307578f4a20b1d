// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{policy="ncnn"}' | filecheck %s
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="wide=winograd4"}' 2>&1 | filecheck %s --check-prefix=FORCED

// Convolutions of int8 have one kernel for any window and groups, and one for channels alone.
// FORCED: algorithm winograd4 cannot compute int8; use tiled
func.func @main(%x: tensor<64x56x56xi8>) {
  %w0 = ncnn.weight <"w0"> : tensor<256x64x1x1xi8>
  %w1 = ncnn.weight <"w1"> : tensor<64x64x3x3xi8>
  %w2 = ncnn.weight <"w2"> : tensor<64x1x3x3xi8>
  %w3 = ncnn.weight <"w3"> : tensor<64x32x3x3xi8>
  // CHECK: ncnn.convolution %x, %w0 algorithm tiled :
  %0 = ncnn.convolution %x, %w0 : tensor<64x56x56xi8>, tensor<256x64x1x1xi8> -> tensor<256x56x56xi32>
  // CHECK: ncnn.convolution %x, %w1 pad [1, 1, 1, 1] algorithm tiled :
  %1 = ncnn.convolution %x, %w1 pad [1, 1, 1, 1] : tensor<64x56x56xi8>, tensor<64x64x3x3xi8> -> tensor<64x56x56xi32> loc("wide")
  // CHECK: ncnn.convolution_depthwise %x, %w2 group 64 algorithm depthwise :
  %2 = ncnn.convolution_depthwise %x, %w2 group 64 : tensor<64x56x56xi8>, tensor<64x1x3x3xi8> -> tensor<64x54x54xi32>
  // CHECK: ncnn.convolution_depthwise %x, %w3 group 2 algorithm tiled :
  %3 = ncnn.convolution_depthwise %x, %w3 group 2 : tensor<64x56x56xi8>, tensor<64x32x3x3xi8> -> tensor<64x54x54xi32>
  func.return
}
