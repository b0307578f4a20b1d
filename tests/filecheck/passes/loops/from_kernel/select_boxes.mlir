// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Scores that are left; then, as long as one is left, the best is chosen, and all are compared with it.
func.func @select(%b: memref<4x20xf32>, %s: memref<20xf32>, %y: memref<5xf32>, %w: memref<32xf32>) {
  kernel.select_boxes ins(%b, %s : memref<4x20xf32>, memref<20xf32>) outs(%y : memref<5xf32>) workspace(%w : memref<32xf32>) {overlap = 0.5 : f32, score = 0.25 : f32}
  func.return
}
// CHECK-LABEL: @select
// CHECK:         simd.store %{{.*}}, %y
// CHECK:         simd.compare oge
// CHECK:         simd.store %{{.*}}, %w
// CHECK:         scf.while
// CHECK:           simd.store %{{.*}}, %y
// CHECK:           simd.store %{{.*}}, %w
// CHECK:           scf.for
// CHECK:             arith.divf
// CHECK:             simd.store %{{.*}}, %w
