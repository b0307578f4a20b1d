// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Rows known at run time: one or two are multiplied by integers that are widened in registers; for
// more of them a panel is widened into the workspace.
func.func @bounded(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<16x32xf32>, %w: memref<64xi32>, %f: memref<16xf32>, %y: memref<16x16xf32>, %s: memref<512xf32>) {
  kernel.block_matmul ins(%x, %w, %f : memref<16x32xf32>, memref<64xi32>, memref<16xf32>) outs(%y : memref<16x16xf32>) workspace(%s : memref<512xf32>) {extents = array<i64: 1, 16, 16, 32>, x_strides = array<i64: 0, 32, 1>, y_strides = array<i64: 0, 16>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 4, 2>, block = 4 : i64, bounds = affine_map<()[s0] -> (1, s0, 16, 32)>}
  func.return
}
// CHECK-LABEL: @bounded
// CHECK:         [[ROWS:%.*]] = arith.index_cast
// CHECK:         simd.share
// CHECK:           [[FEW:%.*]] = arith.cmpi sle, [[ROWS]], {{.*}} : index
// CHECK:           scf.if [[FEW]]
// CHECK-NOT:         simd.store {{.*}}, %s
// CHECK:             arith.cmpi eq, [[ROWS]], {{.*}}
// CHECK-COUNT-2:       simd.store {{.*}}, %y
// CHECK:             arith.cmpi eq, [[ROWS]], {{.*}}
// CHECK-COUNT-4:       simd.store {{.*}}, %y
// CHECK:           } else {
// CHECK:             simd.store {{.*}}, %s
// CHECK:             scf.for
// CHECK-COUNT-8:       simd.store {{.*}}, %y
