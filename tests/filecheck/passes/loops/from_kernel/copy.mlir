// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Rows that end at run time, from a row on known at run time: those of a thread are copied as one
// piece, whose last vector overlaps the one before.
func.func @append(%n: memref<2xi64> {kernel.role = #kernel<role symbols>}, %x: memref<2x16x5xf32>, %y: memref<2x48x5xf32>) {
  kernel.copy_rows ins(%x : memref<2x16x5xf32>) outs(%y : memref<2x48x5xf32>) {begin = affine_map<()[s0, s1] -> (s1)>, bounds = affine_map<()[s0, s1] -> (2, s0, 5)>}
  func.return
}
// CHECK-LABEL: @append
// CHECK:         simd.load %n[0] : memref<2xi64> -> i64
// CHECK-NEXT:    %[[ROWS:.*]] = arith.index_cast
// CHECK:         simd.load %n[1] : memref<2xi64> -> i64
// CHECK-NEXT:    %[[BEGIN:.*]] = arith.index_cast
// CHECK:         %[[UNITS:.*]] = arith.muli %[[ROWS]], %{{.*}}
// CHECK-NEXT:    simd.share %[[UNITS]]
// CHECK:           arith.addi %{{.*}}, %[[BEGIN]]
// CHECK:           scf.if
// CHECK:             scf.for
// CHECK:               simd.load %x{{.*}} -> vector<8xf32>
// CHECK:               simd.store
// CHECK:             simd.load %x{{.*}} -> vector<8xf32>
// CHECK:             simd.store

// A copy with bounds is a nest of loops: here of two, as rows of columns are no piece.
func.func @columns(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<96xf32>, %y: memref<3x32xf32>) {
  kernel.copy ins(%x : memref<96xf32>) outs(%y : memref<3x32xf32>) {bounds = affine_map<()[s0] -> (3, s0)>}
  func.return
}
// CHECK-LABEL: @columns
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             simd.store
