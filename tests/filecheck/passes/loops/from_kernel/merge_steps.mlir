// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// A step counts if its class is new; behind the last row are -1s.
func.func @main(%c: memref<1x40xf32>, %s: memref<1x40xf32>, %y: memref<9x2xf32>) {
  kernel.merge_steps ins(%c, %s : memref<1x40xf32>, memref<1x40xf32>) outs(%y : memref<9x2xf32>) {blank = 3 : i64}
  func.return
}
// CHECK:         scf.for {{.*}} iter_args
// CHECK:           simd.load %c
// CHECK-COUNT-2:   simd.compare one
// CHECK:           arith.cmpi slt
// CHECK:           scf.if
// CHECK:             simd.load %s
// CHECK-COUNT-2:     simd.store {{.*}} %y
// CHECK:         scf.for
// CHECK-COUNT-2:   simd.store {{.*}} %y
