// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Three sums for each row of displacements: a vector of pixels, then the one that is left.
func.func @correlation(%a: memref<4x7x9xf32>, %b: memref<4x9x11xf32>, %y: memref<9x7x9xf32>) {
  kernel.correlation ins(%a, %b : memref<4x7x9xf32>, memref<4x9x11xf32>) outs(%y : memref<9x7x9xf32>)
  func.return
}
// CHECK-LABEL: @correlation
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:             simd.load %a
// CHECK-COUNT-3:     simd.fma
// CHECK-COUNT-3:   simd.store %{{.*}}, %y
// CHECK:           scf.for
// CHECK:             simd.load %a{{.*}} first 1
// CHECK-COUNT-3:     simd.fma
// CHECK-COUNT-3:   simd.store %{{.*}}, %y{{.*}} first 1
