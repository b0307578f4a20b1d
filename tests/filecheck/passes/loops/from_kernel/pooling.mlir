// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Four windows of a row at a time; neighbours share columns, so that 9 columns of 3 are loaded.
func.func @windows(%x: memref<2x9x19x8xf32>, %y: memref<2x4x9x8xf32>) {
  kernel.pooling ins(%x : memref<2x9x19x8xf32>) outs(%y : memref<2x4x9x8xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 4, 0, 2, 3, 3>, columns = array<i64: 9, 0, 2, 3, 3>}
  func.return
}
// CHECK-LABEL: @windows
// CHECK:         simd.share
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK-COUNT-27:      simd.load
// CHECK-NOT:           simd.load
// CHECK-COUNT-4:       simd.store

// A mean multiplies by the reciprocal of its count; here the first column counts 2 x 2 cells.
func.func @mean(%x: memref<1x4x4x8xf32>, %y: memref<1x2x2x8xf32>) {
  kernel.pooling ins(%x : memref<1x4x4x8xf32>) outs(%y : memref<1x2x2x8xf32>) {kind = #kernel<pooling_kind avg>, rows = array<i64: 2, 0, 2, 2, 2>, columns = array<i64: 1, 0, 0, 1, 2, 1, 1, 0, 2, 2>}
  func.return
}
// CHECK-LABEL: @mean
// CHECK-DAG:     [[F:%.*]] = arith.constant dense<2.500000e-01> : vector<8xf32>
// CHECK:         arith.mulf %{{.*}}, [[F]]

// Large windows are loops.
func.func @large(%x: memref<1x30x30x8xf32>, %y: memref<1x1x1x8xf32>) {
  kernel.pooling ins(%x : memref<1x30x30x8xf32>) outs(%y : memref<1x1x1x8xf32>) {kind = #kernel<pooling_kind avg>, rows = array<i64: 1, 0, 0, 30, 30>, columns = array<i64: 1, 0, 0, 30, 30>}
  func.return
}
// CHECK-LABEL: @large
// CHECK:         scf.for {{.*}} iter_args
// CHECK:           scf.for {{.*}} iter_args
// CHECK:             simd.load
// CHECK-NEXT:        arith.addf

// Of a width known at run time: whole windows two at a time, then one by one, then those at the end.
func.func @dynamic(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<1x2x32x8xf32>, %y: memref<1x1x16x8xf32>) {
  kernel.pooling ins(%x : memref<1x2x32x8xf32>) outs(%y : memref<1x1x16x8xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 1, 0, 0, 2, 2>, columns = array<i64: 16, 0, 2, 2, 2>, dynamic = array<i64: 2, 2, 0, 1, 2, 2, 0, 1>, bounds = affine_map<()[s0] -> (1, 1, ((s0 + 1) floordiv 2), 8, 2, s0)>}
  func.return
}
// CHECK-LABEL: @dynamic(
// CHECK:         [[WIDTH:%.*]] = arith.index_cast
// CHECK:         simd.share
// CHECK:           scf.for
// CHECK-COUNT-4:     simd.store
// CHECK:           scf.for
// CHECK-COUNT-1:     simd.store
// CHECK:           scf.for
// CHECK:             arith.minsi {{%.*}}, [[WIDTH]] : index
// CHECK:             scf.for
// CHECK:               scf.for
// CHECK:                 simd.load %x
// CHECK:             simd.store
