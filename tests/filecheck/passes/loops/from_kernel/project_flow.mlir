// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Zeros; sums of the four pixels around a place; then sweeps along rows and columns.
func.func @project(%f: memref<2x4x8xf32>, %w: memref<1x4x8xf32>, %y: memref<2x4x8xf32>, %s: memref<4x4x8xf32>) {
  kernel.project_flow ins(%f, %w : memref<2x4x8xf32>, memref<1x4x8xf32>) outs(%y, %s : memref<2x4x8xf32>, memref<4x4x8xf32>)
  func.return
}
// CHECK-LABEL: @project
// CHECK:         scf.for
// CHECK:           simd.store %{{.*}}, %s
// CHECK:         scf.for
// CHECK:           simd.load %f
// CHECK:           scf.if
// CHECK:             simd.load %w
// CHECK-COUNT-12:    simd.store %{{.*}}, %s
// CHECK:         scf.for
// CHECK:           simd.store %{{.*}}, %y
// CHECK:         arith.divf
// CHECK:         simd.store %{{.*}}, %y
