// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm' | filecheck %s --check-prefixes=CHECK,COST
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{policy="ncnn"}' | filecheck %s --check-prefixes=CHECK,NCNN
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="wide=winograd6"}' 2>&1 | filecheck %s --check-prefix=FRACTIONS
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="one=winograd4"}' 2>&1 | filecheck %s --check-prefix=WINDOW
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="large=winograd4"}' 2>&1 | filecheck %s --check-prefix=LARGE
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="wide=winograd2"}' | filecheck %s --check-prefix=FORCED

// Convolutions of int8 have one kernel for any window and groups, one for channels alone, and
// Winograd's where it is exact whatever the numbers are.
// FRACTIONS: algorithm winograd6 cannot compute int8; use tiled
// WINDOW: algorithm winograd4 needs a 3x3 kernel, stride 1 and dilation 1
// LARGE: algorithm winograd4 would not be exact: sums of int8 are too large; use tiled
func.func @main(%x: tensor<64x56x56xi8>, %l: tensor<228x9x9xi8>) {
  %w0 = ncnn.weight <"w0"> : tensor<256x64x1x1xi8>
  %w1 = ncnn.weight <"w1"> : tensor<64x64x3x3xi8>
  %w2 = ncnn.weight <"w2"> : tensor<64x1x3x3xi8>
  %w3 = ncnn.weight <"w3"> : tensor<64x32x3x3xi8>
  %w4 = ncnn.weight <"w4"> : tensor<16x228x3x3xi8>
  // CHECK: ncnn.convolution %x, %w0 algorithm tiled :
  %0 = ncnn.convolution %x, %w0 : tensor<64x56x56xi8>, tensor<256x64x1x1xi8> -> tensor<256x56x56xi32> loc("one")
  // COST: ncnn.convolution %x, %w1 pad [1, 1, 1, 1] algorithm winograd4 :
  // NCNN: ncnn.convolution %x, %w1 pad [1, 1, 1, 1] algorithm tiled :
  // FORCED: ncnn.convolution %x, %w1 pad [1, 1, 1, 1] algorithm winograd2 :
  %1 = ncnn.convolution %x, %w1 pad [1, 1, 1, 1] : tensor<64x56x56xi8>, tensor<64x64x3x3xi8> -> tensor<64x56x56xi32> loc("wide")
  // CHECK: ncnn.convolution_depthwise %x, %w2 group 64 algorithm depthwise :
  %2 = ncnn.convolution_depthwise %x, %w2 group 64 : tensor<64x56x56xi8>, tensor<64x1x3x3xi8> -> tensor<64x54x54xi32>
  // CHECK: ncnn.convolution_depthwise %x, %w3 group 2 algorithm tiled :
  %3 = ncnn.convolution_depthwise %x, %w3 group 2 : tensor<64x56x56xi8>, tensor<64x32x3x3xi8> -> tensor<64x54x54xi32>
  // CHECK: ncnn.convolution %l, %w4 {{.*}}algorithm {{tiled|winograd2}} :
  %4 = ncnn.convolution %l, %w4 pad [1, 1, 1, 1] : tensor<228x9x9xi8>, tensor<16x228x3x3xi8> -> tensor<16x9x9xi32> loc("large")
  func.return
}
