// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// For each result a scan of the row: two vectors, and three elements, of which the others are none.
func.func @top_k(%x: memref<3x19xf32>, %v: memref<3x2xf32>, %p: memref<3x2xf32>) {
  kernel.top_k ins(%x : memref<3x19xf32>) outs(%v, %p : memref<3x2xf32>, memref<3x2xf32>)
  func.return
}
// CHECK-LABEL: @top_k
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               simd.load %x
// CHECK:               simd.compare "olt"
// CHECK:             simd.load %x[{{.*}}] first 3
// CHECK:             simd.reduce "max"
// CHECK:             simd.reduce "min"
// CHECK:             simd.store {{.*}}, %v
// CHECK:             simd.store {{.*}}, %p
