// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Without an initial state the first step has no products. Later ones read what was put out before;
// two vectors of gates have four sums each under way.
func.func @directions(%x: memref<9x32xf32>, %w: memref<512xf32>, %y: memref<9x32xf32>, %h: memref<2x16xf32>) {
  kernel.recurrence ins(%x, %w : memref<9x32xf32>, memref<512xf32>) outs(%y, %h : memref<9x32xf32>, memref<2x16xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction both>, lanes = 8 : i64, group = 2 : i64}
  func.return
}
// CHECK-LABEL: @directions
// CHECK-DAG:     [[TWO:%.*]] = arith.constant 2 : index
// CHECK:         "scf.parallel"(%{{.*}}, [[TWO]], %{{.*}})
// CHECK-NOT:       simd.load %w
// CHECK-COUNT-2:   simd.store %{{.*}}, %y
// CHECK:           scf.for
// CHECK:             scf.for {{.*}} iter_args
// CHECK-COUNT-8:       simd.fma
// CHECK:             simd.load %x
// CHECK:           simd.store %{{.*}}, %h
// CHECK-NOT:     scf.parallel

// Each step is shared among threads. The last
// block of 513 elements is partial.
func.func @shared(%x: memref<9x520xf32>, %w: memref<266760xf32>, %y: memref<9x513xf32>, %h: memref<1x513xf32>) {
  kernel.recurrence ins(%x, %w : memref<9x520xf32>, memref<266760xf32>) outs(%y, %h : memref<9x513xf32>, memref<1x513xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 5 : i64, shares_vectors}
  func.return
}
// CHECK-LABEL: @shared
// CHECK-DAG:     [[GROUPS:%.*]] = arith.constant 13 : index
// CHECK:         simd.share [[GROUPS]]
// CHECK:           scf.if
// CHECK:             simd.store %{{.*}}, %y[{{.*}}] first 1
// CHECK:         scf.for
// CHECK:           simd.share [[GROUPS]]
// CHECK:             simd.load %w
// CHECK:         "scf.parallel"
// CHECK:           simd.store %{{.*}}, %h

// as many steps as are known at run time: those in reverse begin at the last of them.
func.func @bounded(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<16x8xf32>, %w: memref<64xf32>, %y: memref<16x8xf32>, %h: memref<1x8xf32>) {
  kernel.recurrence ins(%x, %w : memref<16x8xf32>, memref<64xf32>) outs(%y, %h : memref<16x8xf32>, memref<1x8xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction reverse>, lanes = 8 : i64, group = 1 : i64, bounds = affine_map<()[s0] -> (s0, 8)>}
  func.return
}
// CHECK-LABEL: @bounded
// CHECK-DAG:     [[LAST:%.*]] = arith.constant -1 : index
// CHECK:         [[STEPS:%.*]] = arith.maxsi
// CHECK:         arith.addi [[STEPS]], [[LAST]]
// CHECK:         simd.load %x
// CHECK:         scf.for %{{.*}} = %{{.*}} to [[STEPS]] step
