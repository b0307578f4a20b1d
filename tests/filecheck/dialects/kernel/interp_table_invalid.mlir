// RUN: verify-diagnostics %s

func.func @main(%i: memref<40x2xi64>, %w: memref<40x4xf32>, %n: memref<40x1xf32>) {
  // expected-error @+1 {{needs 2 tables of 2 cells for each output}}
  kernel.interp_table outs(%i, %w : memref<40x2xi64>, memref<40x4xf32>) {mode = #kernel<sample_mode bilinear>, size = 30 : i64}
  // expected-error @+1 {{needs 1 tables of 1 cells for each output}}
  kernel.interp_table outs(%i, %w : memref<40x2xi64>, memref<40x4xf32>) {mode = #kernel<sample_mode nearest>, size = 30 : i64}
  // expected-error @+1 {{tables must be of i64}}
  kernel.interp_table outs(%n : memref<40x1xf32>) {mode = #kernel<sample_mode nearest>, size = 30 : i64}
  // expected-error @+1 {{bounds must be 2 extents, made of symbols}}
  kernel.interp_table outs(%i, %w : memref<40x2xi64>, memref<40x4xf32>) {mode = #kernel<sample_mode bilinear>, size = 30 : i64, bounds = affine_map<()[s0] -> (s0)>}
  func.return
}
