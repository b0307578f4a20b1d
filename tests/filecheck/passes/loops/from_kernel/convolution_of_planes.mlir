// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},convert-kernel-to-loops' | filecheck %s

// The sums of a tile leave 4 of 32 registers: a prefetch keeps the weights of the second channel from being loaded with
// those of the first.
func.func @crowded(%x: memref<2x1x28xf32>, %u: memref<64xf32>, %y: memref<2x1x14x16xf32>) {
  kernel.convolution ins(%x, %u : memref<2x1x28xf32>, memref<64xf32>) outs(%y : memref<2x1x14x16xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 2 : i64, register = array<i64: 14, 2>, block = 1 : i64}
  func.return
}
// CHECK-LABEL: @crowded
// CHECK-NOT:     simd.prefetch
// CHECK-COUNT-2: simd.load %u
// CHECK-COUNT-28: simd.fma
// CHECK-NEXT:    simd.prefetch %u[{{.*}}32]
// CHECK-COUNT-2: simd.load %u
// CHECK-COUNT-28: simd.fma

// 26 sums leave room for all of them.
func.func @roomy(%x: memref<2x1x26xf32>, %u: memref<64xf32>, %y: memref<2x1x13x16xf32>) {
  kernel.convolution ins(%x, %u : memref<2x1x26xf32>, memref<64xf32>) outs(%y : memref<2x1x13x16xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 2 : i64, register = array<i64: 13, 2>, block = 1 : i64}
  func.return
}
// CHECK-LABEL: @roomy
// CHECK-NOT:     simd.prefetch
// CHECK:         func.return
