// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Six fields, and a column of the last rows; or -1s.
func.func @main(%a: memref<5x7xf32>, %t: memref<56x1000xf32>, %y: memref<5x57xf32>) {
  kernel.append_columns ins(%a, %t : memref<5x7xf32>, memref<56x1000xf32>) outs(%y : memref<5x57xf32>)
  func.return
}
// CHECK:         scf.parallel
// CHECK:           simd.load %a
// CHECK:           scf.if
// CHECK-COUNT-7:     simd.load %a
// CHECK-COUNT-6:     simd.store {{.*}} %y
// CHECK:             scf.for
// CHECK:               simd.load %t
// CHECK-NEXT:          {{.*}}
// CHECK:               simd.store {{.*}} %y
// CHECK:           else
// CHECK-COUNT-57:    simd.store {{.*}} %y
