// RUN: verify-diagnostics %s

func.func @main(%c: memref<1x40xf32>, %s: memref<1x4xf32>, %y: memref<40x2xf32>, %z: memref<40xf32>) {
  // expected-error @+1 {{needs a class and a score for each step}}
  kernel.merge_steps ins(%c, %s : memref<1x40xf32>, memref<1x4xf32>) outs(%y : memref<40x2xf32>) {blank = 0 : i64}
  // expected-error @+1 {{the output must be m,2}}
  kernel.merge_steps ins(%c, %c : memref<1x40xf32>, memref<1x40xf32>) outs(%z : memref<40xf32>) {blank = 0 : i64}
  func.return
}
