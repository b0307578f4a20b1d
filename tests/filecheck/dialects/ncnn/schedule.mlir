// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

func.func @main(%x: tensor<16x8x8xi8>, %w: tensor<8x16x3x3xi8>) {
  // CHECK:   ncnn.convolution %x, %w algorithm tiled schedule <register = [6, 2], block = 24, product = #target.product<"x86-avx512", "vpdpbusd">, last_lanes = 8, pipelined = 2> : tensor<16x8x8xi8>
  // GENERIC: schedule = #ncnn.schedule<register = [6, 2], block = 24, product = #target.product<"x86-avx512", "vpdpbusd">, last_lanes = 8, pipelined = 2>
  %0 = ncnn.convolution %x, %w algorithm tiled schedule <pipelined = 2, register = [6, 2], block = 24, product = #target.product<"x86-avx512", "vpdpbusd">, last_lanes = 8> : tensor<16x8x8xi8>, tensor<8x16x3x3xi8> -> tensor<8x6x6xi32>
  // What is as if it were not there is not written.
  // CHECK: ncnn.convolution %x, %w algorithm winograd4 schedule <register = [4, 3], reduction = 128, by_place>
  %1 = ncnn.convolution %x, %w algorithm winograd4 schedule <register = [4, 3], reduction = 128, by_place> : tensor<16x8x8xi8>, tensor<8x16x3x3xi8> -> tensor<8x6x6xi32>
  // Of several kernels each has a schedule.
  // CHECK: schedule <first = <register = [4]>, second = <register = [2, 3], block = 2>>
  %2 = ncnn.convolution %x, %w schedule <first = <register = [4]>, second = <register = [2, 3], block = 2>> : tensor<16x8x8xi8>, tensor<8x16x3x3xi8> -> tensor<8x6x6xi32>
  // CHECK: schedule <period = [2, 2], start = [0, 1], channels = 8, phases = <algorithm = dilated, inner = packed, register = [4, 2]>>
  %3 = ncnn.deconvolution %x, %w schedule <period = [2, 2], start = [0, 1], channels = 8, phases = <algorithm = dilated, inner = packed, register = [4, 2]>> : tensor<16x8x8xi8>, tensor<8x16x3x3xi8> -> tensor<8x10x10xi32>
  func.return
}
