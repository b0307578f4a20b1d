// RUN: verify-diagnostics %s

func.func @main(%x: memref<4x6xf32>, %g: memref<4xf32>, %y: memref<4x6xf32>, %y1: memref<6x4xf32>, %b: memref<2x4x3xf32>) {
  // expected-error @+1 {{factor and term must have 6 elements}}
  kernel.normalize_rows ins(%x, %g : memref<4x6xf32>, memref<4xf32>) outs(%y : memref<4x6xf32>) {eps = 1.0e-05 : f32}
  // expected-error @+1 {{input and output must have the same rows,n}}
  kernel.normalize_rows ins(%x : memref<4x6xf32>) outs(%y1 : memref<6x4xf32>) {eps = 1.0e-05 : f32}
  // expected-error @+1 {{bounds must be 2 extents, made of symbols}}
  kernel.normalize_rows ins(%x : memref<4x6xf32>) outs(%y : memref<4x6xf32>) {eps = 1.0e-05 : f32, bounds = affine_map<()[s0] -> (s0)>}
  // expected-error @+1 {{computes with static extents only}}
  kernel.join_columns ins(%b : memref<2x4x3xf32>) outs(%y : memref<4x6xf32>) {bounds = affine_map<()[s0] -> (s0, 6)>}
  func.return
}
