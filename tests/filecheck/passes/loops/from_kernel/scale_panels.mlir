// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// A panel of two vectors, then one of one: of 5 rows 4 a step of two vectors, or all at once.
func.func @panels(%w: memref<120xf32>, %s: memref<1x8xf32>, %y: memref<120xf32>) {
  kernel.scale_panels ins(%w, %s : memref<120xf32>, memref<1x8xf32>) outs(%y : memref<120xf32>) {channels = 5 : i64, vectors = 2 : i64, outputs_together = 8 : i64}
  func.return
}
// CHECK-LABEL: @panels
// CHECK:         scf.parallel
// CHECK:           arith.cmpi slt
// CHECK-NEXT:      scf.if
// CHECK:             [[F:%.*]] = simd.broadcast_load %s[0]
// CHECK-NEXT:        [[A:%.*]] = simd.load %w
// CHECK-NEXT:        [[P:%.*]] = arith.mulf [[A]], [[F]]
// CHECK-NEXT:        simd.store [[P]], %y
// CHECK-NEXT:        [[B:%.*]] = simd.load %w{{.*}} + 8]
// CHECK-NEXT:        [[Q:%.*]] = arith.mulf [[B]], [[F]]
// CHECK-NEXT:        simd.store [[Q]], %y{{.*}} + 8]
// CHECK:             simd.broadcast_load %s[4]
// CHECK:           } else {
// CHECK:             simd.broadcast_load %s[4]
