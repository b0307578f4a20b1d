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

// Rows and keys known at run time, two queries for each key, causal: blocks of 2 rows of both, whose
// queries are copied; scores end at the block's last key, sums of values at the tile's.
func.func @bounded(%n: memref<2xi64> {kernel.role = #kernel<role symbols>}, %q: memref<2x16x4xf32>, %k: memref<192xf32>, %v: memref<384xf32>, %y: memref<2x16x6xf32>, %w: memref<340xf32>) {
  kernel.attention ins(%q, %k, %v : memref<2x16x4xf32>, memref<192xf32>, memref<384xf32>) outs(%y : memref<2x16x6xf32>) workspace(%w : memref<340xf32>) {extents = array<i64: 1, 16, 48, 4, 6>, q_strides = array<i64: 64, 4, 1>, y_strides = array<i64: 96, 6>, lanes = 8 : i64, score_tile = array<i64: 4, 1>, value_tile = array<i64: 4, 1>, block = 4 : i64, scale = 5.000000e-01 : f32, queries_per_key = 2 : i64, causal, bounds = affine_map<()[s0, s1] -> (1, s0, (s0 + s1), 4, 6)>}
  func.return
}
// CHECK-LABEL: @bounded
// CHECK:         [[ROWS:%.*]] = arith.index_cast
// CHECK:         [[KEYS:%.*]] = arith.addi
// CHECK:         scf.parallel
// CHECK:             simd.load %q
// CHECK-NEXT:        simd.store {{.*}}, %w[{{.*}} + 324]
// CHECK:           arith.subi [[KEYS]], [[ROWS]]
// CHECK-NOT:       simd.broadcast_load %q
// CHECK:           scf.for
// CHECK:             simd.load %k
// CHECK:             simd.broadcast_load %w
// CHECK:           simd.store {{.*}}, %w
// Powers of the rows of both queries together.
// CHECK-COUNT-2:   simd.reduce max
// CHECK-COUNT-2:   simd.reduce add
// CHECK:           scf.for
// CHECK:             simd.load %v
// CHECK:             simd.broadcast_load %w
// CHECK:           simd.store {{.*}}, %y

// A row, behind others known at run time: four panels of keys at a time, then one; so with values.
func.func @few(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %q: memref<1x1x4xf32>, %k: memref<192xf32>, %v: memref<1920xf32>, %y: memref<1x1x40xf32>, %w: memref<128xf32>) {
  kernel.attention ins(%q, %k, %v : memref<1x1x4xf32>, memref<192xf32>, memref<1920xf32>) outs(%y : memref<1x1x40xf32>) workspace(%w : memref<128xf32>) {extents = array<i64: 1, 1, 48, 4, 40>, q_strides = array<i64: 4, 4, 1>, y_strides = array<i64: 40, 40>, lanes = 8 : i64, score_tile = array<i64: 8, 1>, value_tile = array<i64: 8, 1>, block = 1 : i64, scale = 5.000000e-01 : f32, bounds = affine_map<()[s0] -> (1, 1, s0, 4, 40)>}
  func.return
}
// CHECK-LABEL: @few
// CHECK:           [[GROUPS:%.*]] = arith.shrui {{.*}}, %{{.*}} : index
// CHECK:           scf.for {{.*}} to [[GROUPS]]
// CHECK:             simd.load %k[{{.*}} + 0]
// CHECK-NEXT:        simd.load %k[{{.*}} + 32]
// CHECK-NEXT:        simd.load %k[{{.*}} + 64]
// CHECK-NEXT:        simd.load %k[{{.*}} + 96]
// The four panels after these.
// CHECK-NEXT:        simd.prefetch %k[{{.*}} + 128]
// CHECK:           scf.for
// CHECK:             simd.load %k
// CHECK-NOT:         simd.prefetch
// CHECK:           simd.reduce max
// CHECK:           simd.load %v[{{.*}} + 0]
// CHECK-NEXT:      simd.load %v[{{.*}} + 384]
// CHECK-NEXT:      simd.load %v[{{.*}} + 768]
// CHECK-NEXT:      simd.load %v[{{.*}} + 1152]
// CHECK-NEXT:      simd.prefetch %v[{{.*}} + 512]

// as many keys as are known at run time: of the last panel only the vectors with keys are multiplied, of two one. Minus
// infinity follows all rows of scores before the first is read.
func.func @last_panel(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %q: memref<1x16x4xf32>, %k: memref<192xf32>, %v: memref<384xf32>, %y: memref<1x16x6xf32>, %w: memref<340xf32>) {
  kernel.attention ins(%q, %k, %v : memref<1x16x4xf32>, memref<192xf32>, memref<384xf32>) outs(%y : memref<1x16x6xf32>) workspace(%w : memref<340xf32>) {extents = array<i64: 1, 16, 48, 4, 6>, q_strides = array<i64: 64, 4, 1>, y_strides = array<i64: 96, 6>, lanes = 8 : i64, score_tile = array<i64: 1, 2>, value_tile = array<i64: 1, 1>, block = 4 : i64, scale = 5.000000e-01 : f32, bounds = affine_map<()[s0] -> (1, s0, s0, 4, 6)>}
  func.return
}
// CHECK-LABEL: @last_panel
// CHECK-DAG:     [[NONE:%.*]] = arith.constant dense<0xff800000> : vector<8xf32>
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:             simd.load %k[{{.*}} + 0]
// CHECK-NEXT:        simd.load %k[{{.*}} + 8]
// CHECK:           scf.if
// CHECK:             scf.for
// CHECK:               simd.load %k[{{.*}} + 0]
// CHECK-NEXT:          simd.broadcast_load %q
// CHECK:           scf.for
// CHECK-NOT:       simd.reduce
// CHECK:             simd.store [[NONE]], %w
// CHECK:           scf.for
// CHECK:             simd.reduce max
