// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+vnni"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// Winograd of int8 multiplies pairs of i16, also where quadruples of i8 could be: sums begin with 0.
// All tiles are one block, whose transformed input is pairs of i16, 8 of a vector of channels.
func.func @main(%x: tensor<32x6x6xi8, #ncnn.layout<pack = 16>>) -> tensor<16x6x6xi32, #ncnn.layout<pack = 16>> {
  %w = ncnn.weight <"w"> : tensor<16x32x3x3xi8>
  // CHECK:     [[U:%.*]] = ncnn.pack_weights %w into #ncnn.winograd_weights<tile = 4, lanes = 16, vectors = 1, steps = 2> : tensor<16x32x3x3xi8> -> tensor<18432xi16>
  // CHECK-NOT: flipped_sum_starts
  // CHECK:     tensor.empty() : tensor<36x9x8xi32>
  // CHECK:     kernel.convolution ins(%{{.*}}, [[U]] : {{.*}}) outs({{.*}}tensor<36x9x8xi32>) {{.*}}algorithm = #kernel<algorithm winograd4>, {{.*}}product = #target.product<"x86-avx512", "vpdpwssd">
  %y = ncnn.convolution %x, %w pad [1, 1, 1, 1] algorithm winograd4 : tensor<32x6x6xi8, #ncnn.layout<pack = 16>>, tensor<16x32x3x3xi8> -> tensor<16x6x6xi32, #ncnn.layout<pack = 16>>
  func.return %y : tensor<16x6x6xi32, #ncnn.layout<pack = 16>>
}
