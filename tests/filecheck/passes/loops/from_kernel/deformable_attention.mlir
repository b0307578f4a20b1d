// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Queries in parallel; of each place the cells that exist are read.
func.func @attention(%s: memref<2x2xf32>, %v: memref<10x3x8xf32>, %w: memref<5x3x2x4xf32>, %x: memref<5x3x2x4xf32>, %y: memref<5x3x2x4xf32>, %o: memref<5x3x8xf32>) {
  kernel.deformable_attention ins(%s, %v, %w, %x, %y : memref<2x2xf32>, memref<10x3x8xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>) outs(%o : memref<5x3x8xf32>)
  func.return
}
// CHECK-LABEL: @attention
// CHECK:         scf.parallel
// CHECK-COUNT-4:   simd.load %s
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               simd.load %w
// CHECK:               simd.load %y
// CHECK:               simd.load %x
// CHECK-COUNT-4:       scf.if
// CHECK:             scf.for
// CHECK:             simd.store %{{.*}}, %o
