// RUN: round-trip %s

func.func @main(%a: memref<2x3x2x8xf32>, %b: memref<2x3x1x8xf32>, %y: memref<2x3x3x8xf32>) {
  kernel.interleave ins(%a, %b : memref<2x3x2x8xf32>, memref<2x3x1x8xf32>) outs(%y : memref<2x3x3x8xf32>) {stride = array<i64: 1, 2>, start = array<i64: 0, 0>}
  func.return
}

// All phases may be as large as the first; places before the start are left out.
func.func @as_large(%a: memref<2x3x2x8xf32>, %y: memref<2x3x3x8xf32>) {
  kernel.interleave ins(%a, %a : memref<2x3x2x8xf32>, memref<2x3x2x8xf32>) outs(%y : memref<2x3x3x8xf32>) {stride = array<i64: 1, 2>, start = array<i64: 0, 1>}
  func.return
}
