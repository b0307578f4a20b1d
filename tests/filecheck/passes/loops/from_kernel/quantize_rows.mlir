// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target=aarch64},convert-kernel-to-loops' | filecheck %s --check-prefix=ROUND
// RUN: ncnnc-opt %s -p 'attach-target{target=wasm},convert-kernel-to-loops' | filecheck %s --check-prefix=OTHER

// The largest magnitude of a row of 8 and 3, then its quotients, halves going away from zero.
func.func @rows(%x: memref<7x11xf32>, %y: memref<7x11xi8>, %f: memref<7x1xf32>) {
  kernel.quantize_rows ins(%x : memref<7x11xf32>) outs(%y, %f : memref<7x11xi8>, memref<7x1xf32>)
  func.return
}
// CHECK-LABEL: @rows
// CHECK-DAG:     [[MOST:%.*]] = arith.constant 1.270000e+02 : f32
// CHECK:         "scf.parallel"
// CHECK:           math.absf
// CHECK:           simd.load %x[{{.*}}] first 3
// CHECK:           [[LARGEST:%.*]] = simd.reduce
// CHECK-NEXT:      arith.divf [[MOST]], [[LARGEST]]
// CHECK:           math.copysign
// CHECK:           simd.truncate
// CHECK:           simd.narrow
// CHECK:           simd.store %{{.*}}, %y[{{.*}}] first 3
// CHECK:           simd.store %{{.*}}, %f

// An instruction of the target rounds.
// ROUND-LABEL: @rows
// ROUND:         simd.round
// ROUND:         simd.round
// ROUND-NOT:     math.copysign

// Without one, and without one that truncates, LLVM converts what lies within int8.
// OTHER-LABEL: @rows
// OTHER-NOT:     simd.round
// OTHER:         math.copysign
// OTHER:         simd.convert fptosi
