// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// The number of a row is clamped; the row is two vectors and three elements.
func.func @gather_rows(%x: memref<5xf32>, %t: memref<9x19xf32>, %b: memref<19xf32>, %y: memref<5x19xf32>) {
  kernel.gather_rows ins(%x, %t, %b : memref<5xf32>, memref<9x19xf32>, memref<19xf32>) outs(%y : memref<5x19xf32>)
  func.return
}
// CHECK-LABEL: @gather_rows
// CHECK:         scf.parallel
// CHECK:           simd.maximum
// CHECK-NEXT:      simd.minimum
// CHECK-NEXT:      simd.convert fptosi
// CHECK:           scf.for
// CHECK:             simd.load %t
// CHECK:             simd.load %b
// CHECK:             simd.store {{.*}}, %y
// CHECK:           simd.load %t[{{.*}}] first 3
// CHECK:           simd.store {{.*}}, %y[{{.*}}] first 3
