// RUN: verify-diagnostics %s

func.func @main(%a: memref<2x3x1x8xf32>, %y: memref<2x3x3x8xf32>, %a1: memref<2x3x2x8xf32>) {
  // expected-error @+1 {{the phases must have the shapes [(2, 3, 2, 8), (2, 3, 1, 8)]}}
  kernel.interleave ins(%a, %a : memref<2x3x1x8xf32>, memref<2x3x1x8xf32>) outs(%y : memref<2x3x3x8xf32>) {stride = array<i64: 1, 2>, start = array<i64: 0, 0>}
  // expected-error @+1 {{the phases must have the shapes}}
  kernel.interleave ins(%a1 : memref<2x3x2x8xf32>) outs(%y : memref<2x3x3x8xf32>) {stride = array<i64: 1, 2>, start = array<i64: 0, 0>}
  func.return
}
