// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="aarch64"},convert-kernel-to-loops' | filecheck %s --check-prefix ROUNDS

// Blocks of 16, and a last one of 8 and 3: the largest magnitude, then steps of it.
func.func @blocks(%x: memref<7x43xf32>, %y: memref<7x43xf32>) {
  kernel.round_rows ins(%x : memref<7x43xf32>) outs(%y : memref<7x43xf32>) {size = 16 : i64}
  func.return
}
// CHECK-LABEL: @blocks
// CHECK-DAG:     [[MOST:%.*]] = arith.constant 1.270000e+02 : f32
// CHECK:         "scf.parallel"
// CHECK:           scf.for
// CHECK:             math.absf
// CHECK:             [[LARGEST:%.*]] = simd.reduce
// CHECK-NEXT:        [[SCALE:%.*]] = arith.divf [[MOST]], [[LARGEST]]
// CHECK:             [[FACTOR:%.*]] = {{.*}} [[SCALE]]
// CHECK:             math.copysign
// CHECK:             [[STEPS:%.*]] = math.trunc
// CHECK-NEXT:        [[ROUNDED:%.*]] = arith.divf [[STEPS]], [[FACTOR]]
// CHECK:             simd.store [[ROUNDED]], %y
// CHECK:           simd.load %x[{{.*}}] first 3
// CHECK:           simd.store %{{.*}}, %y[{{.*}}] first 3

// One instruction rounds.
// ROUNDS-NOT:    math.copysign
// ROUNDS:        [[STEPS:%.*]] = math.round %
// ROUNDS-NEXT:   arith.divf [[STEPS]]
// ROUNDS-NOT:    math.trunc
