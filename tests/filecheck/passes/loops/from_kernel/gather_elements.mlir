// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// The place along the axis is clamped to what there is.
func.func @gather_elements(%x: memref<3x7x2xf32>, %i: memref<3x5x2xf32>, %y: memref<3x5x2xf32>) {
  kernel.gather_elements ins(%x, %i : memref<3x7x2xf32>, memref<3x5x2xf32>) outs(%y : memref<3x5x2xf32>)
  func.return
}
// CHECK-LABEL: @gather_elements
// CHECK:         arith.constant 6.000000e+00 : f32
// CHECK:         scf.for
// CHECK:           simd.load %i
// CHECK-NEXT:      simd.maximum
// CHECK-NEXT:      simd.minimum
// CHECK-NEXT:      simd.convert fptosi
// CHECK:           simd.load %x
// CHECK-NEXT:      simd.store {{.*}}, %y
