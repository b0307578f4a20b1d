// RUN: verify-diagnostics %s

func.func @main(%q: memref<2x3x4xf32>, %k: memref<64xf32>, %v: memref<72xf32>, %y: memref<2x3x6xf32>, %v1: memref<80xf32>, %m: memref<5xf32>, %m1: memref<3x5xf32>, %ki: memref<64xi32>, %qf: memref<2x3x4xf16>, %kb: memref<64xbf16>, %k8: memref<64xi8>, %s: memref<2x5xf32>) {
  // expected-error @+1 {{panels must have 40 elements, or that for each matrix}}
  kernel.attention ins(%q, %k, %v : memref<2x3x4xf32>, memref<64xf32>, memref<72xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 2, 3, 5, 4, 6>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 3 : i64, scale = 0.5 : f32}
  // expected-error @+1 {{the mask must be 3x5, for all or for each matrix}}
  kernel.attention ins(%q, %k, %v1, %m : memref<2x3x4xf32>, memref<64xf32>, memref<80xf32>, memref<5xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 2, 3, 5, 4, 6>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 3 : i64, scale = 0.5 : f32}
  // expected-error @+1 {{needs 5 extents, 3 strides of q, 2 of y and two register tiles}}
  kernel.attention ins(%q, %k, %v1 : memref<2x3x4xf32>, memref<64xf32>, memref<80xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 2, 3, 5, 4>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 3 : i64, scale = 0.5 : f32}
  // expected-error @+1 {{extents, strides and tiles must not be negative}}
  kernel.attention ins(%q, %k, %v1 : memref<2x3x4xf32>, memref<64xf32>, memref<80xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 2, 3, 5, 4, 6>, q_strides = array<i64: 12, -4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 3 : i64, scale = 0.5 : f32}
  // expected-error @+1 {{only rows and keys may end at bounds}}
  kernel.attention ins(%q, %k, %v1 : memref<2x3x4xf32>, memref<64xf32>, memref<80xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 2, 3, 5, 4, 6>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 3 : i64, scale = 0.5 : f32, bounds = affine_map<()[s0] -> (s0, 3, 5, 4, 6)>}
  // expected-error @+1 {{a block needs rows of all matrices that share keys}}
  kernel.attention ins(%q, %k, %v1 : memref<2x3x4xf32>, memref<64xf32>, memref<80xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 2, 3, 5, 4, 6>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 3 : i64, scale = 0.5 : f32, queries_per_key = 2 : i64}
  // expected-error @+1 {{causal attention takes no mask, and at least as many keys as rows}}
  kernel.attention ins(%q, %k, %v1, %m1 : memref<2x3x4xf32>, memref<64xf32>, memref<80xf32>, memref<3x5xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 2, 3, 5, 4, 6>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 3 : i64, scale = 0.5 : f32, causal}
  // expected-error @+1 {{panels are of f32, bf16, f16 or i8}}
  kernel.attention ins(%q, %ki, %v1 : memref<2x3x4xf32>, memref<64xi32>, memref<80xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 2, 3, 5, 4, 6>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 3 : i64, scale = 0.5 : f32}
  // expected-error @+1 {{computes on f32 only}}
  kernel.attention ins(%qf, %kb, %v1 : memref<2x3x4xf16>, memref<64xbf16>, memref<80xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 2, 3, 5, 4, 6>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 3 : i64, scale = 0.5 : f32}
  // expected-error @+1 {{scales must be 2x5, of whole vectors of keys}}
  kernel.attention ins(%q, %k8, %v1, %s : memref<2x3x4xf32>, memref<64xi8>, memref<80xf32>, memref<2x5xf32>) outs(%y : memref<2x3x6xf32>) {extents = array<i64: 2, 3, 5, 4, 6>, q_strides = array<i64: 12, 4, 1>, y_strides = array<i64: 18, 6>, lanes = 8 : i64, score_tile = array<i64: 3, 1>, value_tile = array<i64: 3, 1>, block = 3 : i64, scale = 0.5 : f32}
  func.return
}
