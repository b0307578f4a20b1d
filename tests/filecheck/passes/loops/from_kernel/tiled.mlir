// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s
// REQUIREMENT: T6, T7, T8, T9, T11, T12, T13, T14, T15

// MNN's example, 8x224x224 by 16x8x3x5: register tiles of 6 of the 222*220 positions are 8140, and a
// tile is four of them at the most. What one sees are 3*5 taps of one block of 8 channels: 15 * 24 * 8 floats, 11,520 bytes.
func.func @example(%x: memref<1x224x224x8xf32>, %u: memref<1920xf32>, %y: memref<2x222x220x8xf32>, %w: memref<2880xf32>) {
  kernel.convolution ins(%x, %u : memref<1x224x224x8xf32>, memref<1920xf32>) outs(%y : memref<2x222x220x8xf32>) workspace(%w : memref<2880xf32>) {kernel = array<i64: 3, 5>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 6, 2>, block = 24 : i64}
  func.return
}
// CHECK-LABEL: @example
// CHECK-DAG:     [[TILES:%.*]] = arith.constant 8140 : index
// CHECK:         simd.share [[TILES]]
// CHECK:           scf.for
// Segments: the row of the first position; from the second on they begin at column 0.
// CHECK:           arith.divui
// CHECK:           scf.for
// CHECK:             arith.minsi
// CHECK:             arith.maxsi
// Taps, row by row; their places of the input are copied, none is cleared.
// CHECK:             scf.for
// CHECK:               scf.for
// CHECK-NOT:             simd.store
// CHECK:                 scf.for
// CHECK-NEXT:              arith.muli
// CHECK-NOT:             simd.store
// CHECK:                   simd.load %x
// CHECK:                   simd.store {{.*}} %w
// CHECK-NOT:             simd.store
// 4 register tiles of 6 positions x 2 vectors, each over 15 * 8 steps.
// CHECK:           scf.for
// CHECK:             scf.for {{.*}} iter_args
// CHECK-COUNT-2:       simd.load %u
// CHECK:               simd.broadcast_load %w
// CHECK:             simd.store {{.*}} %y
// CHECK-NOT:         scf.for

// A border: before and after what is copied of a row there may be zeros. Tiles of 10 positions at
// the most are two of the nine register tiles.
func.func @border(%x: memref<1x6x6x8xf32>, %u: memref<576xf32>, %y: memref<1x6x6x8xf32>, %w: memref<720xf32>) {
  kernel.convolution ins(%x, %u : memref<1x6x6x8xf32>, memref<576xf32>) outs(%y : memref<1x6x6x8xf32>) workspace(%w : memref<720xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 10 : i64}
  func.return
}
// CHECK-LABEL: @border
// CHECK-DAG:     [[ZERO:%.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-DAG:     [[TILES:%.*]] = arith.constant 9 : index
// CHECK:         simd.share [[TILES]]
// CHECK:           simd.store [[ZERO]], %w
// CHECK:           simd.load %x
// CHECK:           simd.store {{.*}} %w
// CHECK:           simd.store [[ZERO]], %w
// CHECK-COUNT-4:   simd.store {{.*}} %y
// CHECK-NOT:       simd.store {{.*}} %y

// The groups of output vectors are shared, and each thread gathers
// what all see for itself.
func.func @parts(%x: memref<1x4x4x8xf32>, %u: memref<18432xf32>, %y: memref<32x4x4x8xf32>, %w: memref<1152xf32>) {
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<18432xf32>) outs(%y : memref<32x4x4x8xf32>) workspace(%w : memref<1152xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 6, 2>, block = 18 : i64, shares_vectors}
  func.return
}
// CHECK-LABEL: @parts
// CHECK-DAG:     [[GROUPS:%.*]] = arith.constant 16 : index
// CHECK:         simd.share [[GROUPS]]
// CHECK:           simd.store {{.*}} %w
// CHECK:           simd.load %u
// CHECK-NOT:     simd.share
