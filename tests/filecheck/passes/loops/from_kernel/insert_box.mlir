// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// The row of the input, then eight elements of the box over it in rows 1 and 2.
func.func @insert(%x: memref<4x16xf32>, %b: memref<2x8xf32>, %y: memref<4x16xf32>) {
  kernel.insert_box ins(%x, %b : memref<4x16xf32>, memref<2x8xf32>) outs(%y : memref<4x16xf32>) {offsets = array<i64: 1, 3>}
  func.return
}
// CHECK-LABEL: @insert
// CHECK:         scf.parallel
// CHECK:           simd.load %x
// CHECK-NEXT:      {{.*}}
// CHECK:           arith.cmpi sge
// CHECK:           arith.cmpi slt
// CHECK:           scf.if
// CHECK:             [[V:%.*]] = simd.load %b
// CHECK:             simd.store [[V]], %y
