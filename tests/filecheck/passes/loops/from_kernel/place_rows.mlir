// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Corners are moved and limited, x and y of points moved; the score of a point is copied.
func.func @main(%a: memref<5x9xf32>, %e: memref<3xi32>, %y: memref<5x9xf32>) {
  kernel.place_rows ins(%a, %e : memref<5x9xf32>, memref<3xi32>) outs(%y : memref<5x9xf32>) {size = array<i64: 64, 32>, letterbox, point = 3 : i64}
  func.return
}
// CHECK-COUNT-2: simd.load %e
// CHECK:         scf.parallel
// CHECK:           scf.if
// CHECK-COUNT-9:     simd.load %a
// CHECK-COUNT-4:     simd.minimum
// CHECK-COUNT-9:     simd.store {{.*}}, %y
// CHECK:           else
// CHECK-COUNT-9:     simd.load %a
// CHECK-COUNT-9:     simd.store {{.*}}, %y
