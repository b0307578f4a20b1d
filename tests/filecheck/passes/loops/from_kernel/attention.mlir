// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// The scores of 2 rows at a time are in the workspace, behind them a factor for each; row 3 is left.
func.func @attention(%q: memref<2x3x4xf32>, %k: memref<64xf32>, %v: memref<80xf32>, %y: memref<2x3x6xf32>, %w: memref<34xf32>) {
  kernel.attention ins(%q, %k, %v : memref<2x3x4xf32>, memref<64xf32>, memref<80xf32>) outs(%y : memref<2x3x6xf32>) workspace(%w : memref<34xf32>) {extents = array<i64: 2, 3, 5, 4, 6>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 2, 1>, value_tile = array<i64: 2, 1>, block = 2 : i64, scale = 5.000000e-01 : f32}
  func.return
}
// CHECK-LABEL: @attention
// CHECK:         scf.parallel
// The last 3 of a vector of scores count for nothing.
// CHECK:           simd.store {{.*}}, %w[5] first 3
// CHECK:           simd.reduce max
// CHECK:           simd.reduce add
// CHECK:           simd.store {{.*}}, %w[{{.*}} + 32]
// CHECK:           simd.store {{.*}}, %y[{{.*}} + 0] first 6
// CHECK:         scf.parallel
