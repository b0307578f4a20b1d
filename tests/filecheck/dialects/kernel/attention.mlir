// RUN: round-trip %s

// 5 keys are one vector of 8.
func.func @main(%q: memref<2x3x4xf32>, %k: memref<64xf32>, %v: memref<80xf32>, %m: memref<3x5xf32>, %y: memref<2x3x6xf32>, %k1: memref<32xf32>, %v1: memref<40xf32>) {
  kernel.attention ins(%q, %k, %v, %m : memref<2x3x4xf32>, memref<64xf32>, memref<80xf32>, memref<3x5xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 2, 3, 5, 4, 6>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 3 : i64, scale = 5.000000e-01 : f32, keys_ahead = array<i64: 0, 1>, values_ahead = array<i64: 0, 1>}
  kernel.attention ins(%q, %k1, %v1 : memref<2x3x4xf32>, memref<32xf32>, memref<40xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 1, 3, 5, 4, 6>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 4 : i64, scale = 5.000000e-01 : f32, queries_per_key = 2 : i64, causal, bounds = affine_map<()[s0, s1] -> (1, s0, (s0 + s1), 4, 6)>}
  func.return
}
