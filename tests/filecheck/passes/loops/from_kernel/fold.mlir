// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Zeros, then the rows of every tap: in vectors if windows are neighbours.
func.func @dense(%x: memref<2x3x3x4x20xf32>, %y: memref<2x6x22xf32>) {
  kernel.fold ins(%x : memref<2x3x3x4x20xf32>) outs(%y : memref<2x6x22xf32>) {stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0>}
  func.return
}
func.func @strided(%x: memref<2x3x3x4x20xf32>, %y: memref<2x9x41xf32>) {
  kernel.fold ins(%x : memref<2x3x3x4x20xf32>) outs(%y : memref<2x9x41xf32>) {stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0>}
  func.return
}
// CHECK-LABEL: @dense
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:             simd.store {{.*}}, %y
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               scf.for
// CHECK:                 scf.for
// CHECK:                   simd.load %x{{.*}} vector<8xf32>
// CHECK:                   arith.addf
// CHECK:                   simd.store {{.*}}, %y
// CHECK-LABEL: @strided
// CHECK-NOT:     simd.load %x{{.*}} vector<8xf32>
