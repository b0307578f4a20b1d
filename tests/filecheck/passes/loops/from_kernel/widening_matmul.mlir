// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Rows known at run time: up to six are multiplied by integers that are widened in registers, by tiles
// of three rows; for more of them a panel is widened into the workspace.
func.func @bounded(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<16x32xf32>, %w: memref<64xi32>, %f: memref<16xf32>, %y: memref<16x16xf32>, %s: memref<512xf32>) {
  kernel.widening_matmul ins(%x, %w, %f : memref<16x32xf32>, memref<64xi32>, memref<16xf32>) outs(%y : memref<16x16xf32>) workspace(%s : memref<512xf32>) {extents = array<i64: 1, 16, 16, 32>, x_strides = array<i64: 0, 32, 1>, y_strides = array<i64: 0, 16>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 4, 2>, block = 4 : i64, bounds = affine_map<()[s0] -> (1, s0, 16, 32)>, product = #target.product<"x86-avx2", "vpmaddwd">}
  func.return
}
// CHECK-LABEL: @bounded
// CHECK:         [[ROWS:%.*]] = arith.index_cast
// CHECK:         [[FEW:%.*]] = arith.cmpi sle, [[ROWS]], {{.*}} : index
// CHECK:         [[TILES:%.*]] = arith.select [[FEW]]
// CHECK:         simd.share
// CHECK:           scf.if [[FEW]]
// CHECK:             scf.for {{.*}} to [[ROWS]]
// CHECK:               simd.store {{.*}}, %s
// CHECK:           scf.if [[FEW]]
// CHECK:             scf.for
// CHECK-COUNT-6:       simd.store {{.*}}, %y
// CHECK:             arith.cmpi eq
// CHECK-COUNT-2:       simd.store {{.*}}, %y
// CHECK:             arith.cmpi eq
// CHECK-COUNT-4:       simd.store {{.*}}, %y
// CHECK:           } else {
// CHECK:             simd.store {{.*}}, %s
// CHECK:             scf.for
// CHECK-COUNT-8:       simd.store {{.*}}, %y

// Bytes of 4 bits: two shifts and masks for eight columns, interleaved with constants; each even column by
// an instruction that multiplies i16.
func.func @bytes(%x: memref<1x8xf32>, %w: memref<8xi32>, %f: memref<8xf32>, %y: memref<1x8xf32>, %s: memref<34xf32>) {
  kernel.widening_matmul ins(%x, %w, %f : memref<1x8xf32>, memref<8xi32>, memref<8xf32>) outs(%y : memref<1x8xf32>) workspace(%s : memref<34xf32>) {extents = array<i64: 1, 1, 8, 8>, x_strides = array<i64: 0, 8, 1>, y_strides = array<i64: 0, 8>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 1, 1>, product = #target.product<"x86-avx2", "vpmaddwd">}
  func.return
}
// CHECK-LABEL: @bytes
// CHECK:         [[W:%.*]] = simd.load %w
// CHECK:         [[U:%.*]] = arith.shrui [[W]]
// CHECK:         [[L:%.*]] = arith.andi [[U]]
// CHECK:         [[B:%.*]] = simd.convert bitcast [[L]] : vector<8xi32> -> vector<32xi8>
// CHECK:         [[H:%.*]] = simd.shuffle [[B]]
// CHECK:         [[P:%.*]] = simd.convert bitcast [[H]] : vector<32xi8> -> vector<8xi32>
// CHECK:         [[ODD:%.*]] = simd.convert bitcast [[P]] : vector<8xi32> -> vector<8xf32>
// CHECK:         [[X:%.*]] = simd.broadcast_load %s[{{.*}} + 1]
// CHECK:         simd.fma [[X]], [[ODD]]
// CHECK:         simd.dot #target.product<"x86-avx2", "vpmaddwd">
// CHECK:         simd.broadcast_load %s[{{.*}} + 0]
// CHECK:         arith.shli [[W]]

// Places in a codebook: a load for each number, blended into a vector. There are no factors.
func.func @codebook(%x: memref<1x8xf32>, %w: memref<64xui8>, %c: memref<256xf32>, %y: memref<1x8xf32>) {
  kernel.widening_matmul ins(%x, %w, %c : memref<1x8xf32>, memref<64xui8>, memref<256xf32>) outs(%y : memref<1x8xf32>) {extents = array<i64: 1, 1, 8, 8>, x_strides = array<i64: 0, 8, 1>, y_strides = array<i64: 0, 8>, lanes = 8 : i64, register = array<i64: 1, 1>}
  func.return
}
// CHECK-LABEL: @codebook
// CHECK:         [[P:%.*]] = simd.load %w
// CHECK:         [[W:%.*]] = simd.convert bitcast [[P]] : vector<8xui8> -> i64
// CHECK:         arith.shrui [[W]]
// CHECK:         arith.andi
// CHECK-COUNT-8: simd.broadcast_load %c
// CHECK-COUNT-7: simd.shuffle
// CHECK-NEXT:    [[X:%.*]] = simd.broadcast_load %x
// CHECK-NEXT:    simd.fma [[X]]
