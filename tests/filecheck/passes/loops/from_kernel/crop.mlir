// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' --split-input-file | filecheck %s

// Rows of vectors are one piece each: 24 elements from (1, 2) on.
func.func @crop(%x: memref<2x8x9x8xf32>, %y: memref<2x4x3x8xf32>) {
  kernel.crop ins(%x : memref<2x8x9x8xf32>) outs(%y : memref<2x4x3x8xf32>) {offsets = array<i64: 0, 1, 2, 0>}
  func.return
}
// CHECK-LABEL: @crop
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             simd.load %x[%{{.*}} + 88] : memref<2x8x9x8xf32> -> vector<8xf32>
// CHECK-NEXT:        simd.load %x[%{{.*}} + 96]
// CHECK-NEXT:        simd.load %x[%{{.*}} + 104]
// CHECK-NEXT:        simd.store %{{.*}}, %y[%{{.*}} + 0]
