// RUN: round-trip %s

func.func @main(%i: memref<40x2xi64>, %w: memref<40x2xf32>, %n: memref<40x1xi64>) {
  kernel.interp_table outs(%i, %w : memref<40x2xi64>, memref<40x2xf32>) {mode = #kernel<sample_mode bilinear>, size = 30 : i64, align_corner, bounds = affine_map<()[s0] -> ((s0 * 2), s0)>}
  kernel.interp_table outs(%n : memref<40x1xi64>) {mode = #kernel<sample_mode nearest>, size = 30 : i64}
  func.return
}
