// REQUIREMENT: T1
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm' | filecheck %s --check-prefixes=COST,BOTH
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{policy="ncnn"}' | filecheck %s --check-prefixes=NCNN,BOTH
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="wide=packed","strided=gemm","first=tiled","one=tiled:24"}' | filecheck %s --check-prefix=FORCED
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="dynamic=tiled"}' 2>&1 | filecheck %s --check-prefix=DYNAMIC
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="strided=winograd4"}' 2>&1 | filecheck %s --check-prefix=WINOGRAD
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="grouped=tiled"}' 2>&1 | filecheck %s --check-prefix=TILED
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="grouped=gemm"}' 2>&1 | filecheck %s --check-prefix=GROUPS
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="wide=depthwise"}' 2>&1 | filecheck %s --check-prefix=DEPTHWISE
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-avx512"},select-conv-algorithm{layers="strided=dilated"}' 2>&1 | filecheck %s --check-prefix=APART
// RUN: not ncnnc-opt %s -p 'select-conv-algorithm' 2>&1 | filecheck %s --check-prefix=TARGET

// DYNAMIC: layer 'dynamic' (Convolution): algorithm tiled takes no extents known at run time; use packed
// WINOGRAD: algorithm winograd4 needs a 3x3 kernel, stride 1 and dilation 1
// GROUPS: algorithm gemm cannot compute groups; use packed
// TILED: algorithm tiled cannot compute groups; use packed
// APART: algorithm dilated needs taps that lie apart, and stride 1
// DEPTHWISE: algorithm depthwise needs one channel per group
// TARGET: the module has no target.machine

func.func @main(%image: tensor<3x224x224xf32>, %x: tensor<64x56x56xf32>) {
  %w0 = ncnn.weight <"w0"> : tensor<64x3x7x7xf32>
  %w1 = ncnn.weight <"w1"> : tensor<256x64x1x1xf32>
  %w2 = ncnn.weight <"w2"> : tensor<64x64x3x3xf32>
  %w3 = ncnn.weight <"w3"> : tensor<64x64x3x3xf32>
  %w4 = ncnn.weight <"w4"> : tensor<64x1x3x3xf32>
  %w5 = ncnn.weight <"w5"> : tensor<64x32x3x3xf32>
  // The first layer: few channels, direct by cost; ncnn takes sgemm for more than 16 outputs.
  // COST: ncnn.convolution %image, %w0 stride [2, 2] pad [3, 3, 3, 3] algorithm packed :
  // NCNN: ncnn.convolution %image, %w0 stride [2, 2] pad [3, 3, 3, 3] algorithm gemm :
  // FORCED: ncnn.convolution %image, %w0 stride [2, 2] pad [3, 3, 3, 3] algorithm tiled :
  %0 = ncnn.convolution %image, %w0 stride [2, 2] pad [3, 3, 3, 3] : tensor<3x224x224xf32>, tensor<64x3x7x7xf32> -> tensor<64x112x112xf32> loc("first")
  // 1x1: a matrix product.
  // BOTH: ncnn.convolution %x, %w1 algorithm gemm :
  // FORCED: ncnn.convolution %x, %w1 algorithm tiled tile 24 :
  %1 = ncnn.convolution %x, %w1 : tensor<64x56x56xf32>, tensor<256x64x1x1xf32> -> tensor<256x56x56xf32> loc("one")
  // 3x3, stride 1, many channels: Winograd.
  // COST: ncnn.convolution %x, %w2 pad [1, 1, 1, 1] algorithm winograd{{[46]}} :
  // NCNN: ncnn.convolution %x, %w2 pad [1, 1, 1, 1] algorithm winograd4 :
  // FORCED: ncnn.convolution %x, %w2 pad [1, 1, 1, 1] algorithm packed :
  %2 = ncnn.convolution %x, %w2 pad [1, 1, 1, 1] : tensor<64x56x56xf32>, tensor<64x64x3x3xf32> -> tensor<64x56x56xf32> loc("wide")
  // COST: ncnn.convolution %x, %w3 stride [2, 2] algorithm packed :
  // NCNN: ncnn.convolution %x, %w3 stride [2, 2] algorithm gemm :
  // FORCED: ncnn.convolution %x, %w3 stride [2, 2] algorithm gemm :
  %3 = ncnn.convolution %x, %w3 stride [2, 2] : tensor<64x56x56xf32>, tensor<64x64x3x3xf32> -> tensor<64x27x27xf32> loc("strided")
  // Groups of one channel are depthwise, other groups packed, whatever the policy.
  // BOTH: ncnn.convolution_depthwise %x, %w4 group 64 algorithm depthwise :
  %4 = ncnn.convolution_depthwise %x, %w4 group 64 : tensor<64x56x56xf32>, tensor<64x1x3x3xf32> -> tensor<64x54x54xf32>
  // BOTH: ncnn.convolution_depthwise %x, %w5 group 2 algorithm packed :
  %5 = ncnn.convolution_depthwise %x, %w5 group 2 : tensor<64x56x56xf32>, tensor<64x32x3x3xf32> -> tensor<64x54x54xf32> loc("grouped")
  // What has an algorithm keeps it.
  // BOTH: ncnn.convolution %x, %w2 algorithm winograd2 :
  %6 = ncnn.convolution %x, %w2 algorithm winograd2 : tensor<64x56x56xf32>, tensor<64x64x3x3xf32> -> tensor<64x54x54xf32>
  func.return
}

// Of a width known at run time: kernels that end there, chosen for a usual width.
#dynamic = affine_map<()[s0] -> (64, 56, s0)>
func.func @dynamic(%x: tensor<64x56x32xf32> {ncnn.extents = #dynamic}) attributes {ncnn.symbols = [{name = "W", least = 1 : i64, most = 32 : i64, planned = 32 : i64}]} {
  %w = ncnn.weight <"w"> : tensor<64x64x3x3xf32>
  // COST: ncnn.convolution %x, %w pad [1, 1, 1, 1] algorithm winograd{{[46]}} {
  %0 = ncnn.convolution %x, %w pad [1, 1, 1, 1] {ncnn.extents = [#dynamic]} : tensor<64x56x32xf32>, tensor<64x64x3x3xf32> -> tensor<64x56x32xf32> loc("dynamic")
  func.return
}

// Small images are computed by another algorithm if that is faster for these, where costs decide.
#small = affine_map<()[s0, s1] -> (256, (s0 floordiv 16), (s1 floordiv 16))>
func.func @dynamic_size(%x: tensor<256x40x40xf32> {ncnn.extents = #small}) attributes {ncnn.symbols = [{name = "H", least = 16 : i64, most = 640 : i64, planned = 656 : i64}, {name = "W", least = 16 : i64, most = 640 : i64, planned = 688 : i64}]} {
  %w = ncnn.weight <"w"> : tensor<256x256x3x3xf32>
  // COST: ncnn.convolution %x, %w pad [1, 1, 1, 1] algorithm winograd4 small winograd2
  // NCNN-NOT: small
  %0 = ncnn.convolution %x, %w pad [1, 1, 1, 1] {ncnn.extents = [#small]} : tensor<256x40x40xf32>, tensor<256x256x3x3xf32> -> tensor<256x40x40xf32> loc("dynamic")
  func.return
}
