// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Each phase is read in order; pixels go to every second place, from the phase's own one on.
func.func @columns(%a: memref<2x3x2x8xf32>, %b: memref<2x3x1x8xf32>, %y: memref<2x3x3x8xf32>) {
  kernel.interleave ins(%a, %b : memref<2x3x2x8xf32>, memref<2x3x1x8xf32>) outs(%y : memref<2x3x3x8xf32>) {stride = array<i64: 1, 2>, start = array<i64: 0, 0>}
  func.return
}
// CHECK-LABEL: @columns
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               [[A:%.*]] = simd.load %a
// CHECK:               simd.store [[A]], %y
// CHECK:           scf.for
// CHECK:             [[B:%.*]] = simd.load %b
// CHECK:             simd.store [[B]], %y

// The start leaves out the first pixel of phase 0, which is the second to be written.
func.func @start(%a: memref<1x1x2x8xf32>, %b: memref<1x1x2x8xf32>, %y: memref<1x1x3x8xf32>) {
  kernel.interleave ins(%a, %b : memref<1x1x2x8xf32>, memref<1x1x2x8xf32>) outs(%y : memref<1x1x3x8xf32>) {stride = array<i64: 1, 2>, start = array<i64: 0, 1>}
  func.return
}
// CHECK-LABEL: @start
// CHECK:         simd.load %a[%{{.*}} + 8]
// CHECK:         simd.load %b[%{{[0-9]*}} + 0]
