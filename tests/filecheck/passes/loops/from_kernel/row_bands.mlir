// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// The first kernel stores row i of a vector of channels, four pixels of 8, at i mod 9 of 9 * 32 = 288.
// In a band that is not a thread's first one it begins behind the rows that are kept.
func.func @main(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>, %k: memref<2x9x4x8xf32>) {
  kernel.row_bands ins(%x, %w, %v : memref<1x40x4x8xf32>, memref<128xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) workspace(%k : memref<2x9x4x8xf32>) {rows = 4 : i64} bands {
  ^bb0(%a: memref<1x40x4x8xf32>, %b: memref<128xf32>, %c: memref<2x3x3x8xf32>, %t: memref<2x40x4x8xf32>, %d: memref<2x20x2x8xf32>):
    kernel.convolution ins(%a, %b : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
    kernel.depthwise ins(%t, %c : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%d : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64}
  }
  func.return
}
// CHECK-LABEL: @main(
// CHECK-DAG:     [[NINE:%.*]] = arith.constant 9 : index
// CHECK-DAG:     [[SIZE:%.*]] = arith.constant 288 : index
// CHECK:         simd.share
// CHECK-NEXT:    ^bb0([[FIRST:%.*]]: index, [[LAST:%.*]]: index):
// CHECK:           scf.for
// CHECK:             [[NEXT:%.*]] = arith.cmpi sgt, {{.*}} : index
// CHECK:             [[BEGIN:%.*]] = arith.select [[NEXT]], {{.*}} : index
// CHECK:             scf.for {{.*}} = [[BEGIN]] to
// CHECK:               [[AT:%.*]] = arith.remui {{.*}}, [[SIZE]] : index
// CHECK:               simd.store {{.*}}, %k{{\[}}[[AT]] + 0]
// CHECK-NOT:           %y
// CHECK:             arith.remui {{.*}}, [[NINE]] : index
// CHECK:             simd.load %k
// CHECK:             simd.store {{.*}}, %y
// CHECK-NOT:       simd.share
