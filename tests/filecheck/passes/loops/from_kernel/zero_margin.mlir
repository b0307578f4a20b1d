// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Two columns behind each row, not past the end of a row in memory.
#dynamic = affine_map<()[s0] -> (2, 5, s0, 8)>
func.func @columns(%x: memref<2x5x32x8xf32>, %symbols: memref<1xi64> {kernel.role = #kernel<role symbols>}) {
  kernel.zero_margin outs(%x : memref<2x5x32x8xf32>) {margin = array<i64: 0, 2>, bounds = #dynamic}
  func.return
}
// CHECK-LABEL: @columns
// CHECK-DAG:     [[TWO:%.*]] = arith.constant 2 : index
// CHECK-DAG:     [[ROWS:%.*]] = arith.constant 5 : index
// CHECK:         [[DYNAMIC:%.*]] = arith.index_cast
// CHECK:         arith.addi [[DYNAMIC]], [[TWO]] overflow<nsw> : index
// CHECK:         [[END:%.*]] = arith.minsi
// CHECK:         scf.parallel
// CHECK:           scf.for {{.*}} to [[ROWS]] step
// CHECK:             scf.for {{.*}} = [[DYNAMIC]] to [[END]] step
// CHECK:               simd.store {{.*}} : vector<8xf32>
// CHECK-NOT:         scf.for
