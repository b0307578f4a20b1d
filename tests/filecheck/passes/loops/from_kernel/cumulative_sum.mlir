// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Columns side by side are carried from row to row; the last of 32 and 8 columns are two and six.
func.func @columns(%x: memref<2x5x38xf32>, %y: memref<2x5x38xf32>) {
  kernel.cumulative_sum ins(%x : memref<2x5x38xf32>) outs(%y : memref<2x5x38xf32>)
  func.return
}
// Within a row lanes are added in three steps.
func.func @rows(%x: memref<2x19x1xf32>, %y: memref<2x19x1xf32>) {
  kernel.cumulative_sum ins(%x : memref<2x19x1xf32>) outs(%y : memref<2x19x1xf32>)
  func.return
}
// CHECK-LABEL: @columns
// CHECK:         scf.parallel
// CHECK:           scf.if
// CHECK:             scf.for
// CHECK:               simd.load %x[{{.*}}] first 6
// CHECK:               simd.store {{.*}}, %y[{{.*}}] first 6
// CHECK:           else
// CHECK-LABEL: @rows
// CHECK:         scf.for
// CHECK:           simd.shuffle {{.*}} [8, 0, 1, 2, 3, 4, 5, 6]
// CHECK:           simd.shuffle {{.*}} [8, 9, 0, 1, 2, 3, 4, 5]
// CHECK:           simd.shuffle {{.*}} [8, 9, 10, 11, 0, 1, 2, 3]
// CHECK:           simd.shuffle {{.*}} [7, 7, 7, 7, 7, 7, 7, 7]
// CHECK:         simd.load %x[{{.*}}] first 3
