// RUN: round-trip %s

func.func @main(%c: memref<1x40xf32>, %s: memref<1x40xf32>, %y: memref<40x2xf32>, %z: memref<9x2xf32>) {
  kernel.merge_steps ins(%c, %s : memref<1x40xf32>, memref<1x40xf32>) outs(%y : memref<40x2xf32>) {blank = 0 : i64}
  kernel.merge_steps ins(%c, %s : memref<1x40xf32>, memref<1x40xf32>) outs(%z : memref<9x2xf32>) {blank = 96 : i64, bounds = affine_map<()[s0] -> (1, s0)>}
  func.return
}
