// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// The largest cell so far, its number, and the number of the next cell are carried.
func.func @index(%x: memref<2x8x6x8xf32>, %y: memref<2x4x3x8xf32>) {
  kernel.pooling_index ins(%x : memref<2x8x6x8xf32>) outs(%y : memref<2x4x3x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, pad = array<i64: 1, 1>}
  func.return
}
// CHECK-LABEL: @index
// CHECK:         simd.share
// CHECK:           scf.for
// CHECK:             [[X:%.*]] = simd.load %x
// CHECK-NEXT:        [[M:%.*]] = simd.compare ogt [[X]]
// CHECK-NEXT:        simd.select [[M]], [[X]]
// CHECK:           simd.store %{{.*}}, %y

// Zeros, then only the cells that have a place.
func.func @unpool(%x: memref<3x12xf32>, %i: memref<3x12xf32>, %y: memref<3x48xf32>) {
  kernel.unpool ins(%x, %i : memref<3x12xf32>, memref<3x12xf32>) outs(%y : memref<3x48xf32>)
  func.return
}
// CHECK-LABEL: @unpool
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:             simd.store %{{.*}}, %y
// CHECK:           scf.for
// CHECK:             simd.load %i
// CHECK:             scf.if
// CHECK:               simd.store %{{.*}}, %y
