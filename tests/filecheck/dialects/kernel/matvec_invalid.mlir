// RUN: verify-diagnostics %s

func.func @main(%x: memref<3x64xf32>, %w: memref<2048xf32>, %y: memref<2x20xf32>, %x1: memref<2x64xf32>, %x2: memref<2x64xf16>) {
  // expected-error @+1 {{x must be rows,in and y rows,out}}
  kernel.matvec ins(%x, %w : memref<3x64xf32>, memref<2048xf32>) outs(%y : memref<2x20xf32>) {lanes = 16 : i64, register = array<i64: 2, 2>}
  // expected-error @+1 {{register must be two positive numbers}}
  kernel.matvec ins(%x1, %w : memref<2x64xf32>, memref<2048xf32>) outs(%y : memref<2x20xf32>) {lanes = 16 : i64, register = array<i64: 2, 0>}
  // expected-error @+1 {{computes on f32 only}}
  kernel.matvec ins(%x2, %w : memref<2x64xf16>, memref<2048xf32>) outs(%y : memref<2x20xf32>) {lanes = 16 : i64, register = array<i64: 2, 2>}
  // expected-error @+1 {{outputs have a static number}}
  kernel.matvec ins(%x1, %w : memref<2x64xf32>, memref<2048xf32>) outs(%y : memref<2x20xf32>) {lanes = 16 : i64, register = array<i64: 2, 2>, bounds = affine_map<()[s0] -> (2, s0)>}
  func.return
}
