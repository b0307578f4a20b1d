// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Rows that lie beside each other are loaded four columns at a time; the bytes of a word have 128 added.
func.func @columns(%x: memref<2x8x8xf32>, %m: memref<2xf32>, %w: memref<32xi32>, %f: memref<16xf32>) {
  kernel.pack_integers ins(%x, %m : memref<2x8x8xf32>, memref<2xf32>) outs(%w, %f : memref<32xi32>, memref<16xf32>) {extents = array<i64: 2, 8, 8>, strides = array<i64: 64, 1, 8>, lanes = 8 : i64, vectors = 1 : i64, offset = 128 : i64}
  func.return
}
// CHECK-LABEL:   @columns
// CHECK-DAG:       [[MOST:%.*]] = arith.constant dense<1.270000e+02> : vector<8xf32>
// CHECK-DAG:       [[OFFSETS:%.*]] = arith.constant dense<-2139062144> : vector<8xi32>
// CHECK:           [[LARGEST:%.*]] = simd.broadcast_load %m
// CHECK:           [[SCALE:%.*]] = arith.divf [[MOST]]
// CHECK:           [[FACTOR:%.*]] = arith.divf %{{.*}}, [[SCALE]]
// CHECK:           simd.store [[FACTOR]], %f
// CHECK-COUNT-4:   arith.mulf %{{.*}}, [[SCALE]]
// CHECK:           arith.addi [[OFFSETS]]
// CHECK-COUNT-3:   arith.shli
// CHECK:           simd.store %{{.*}}, %w

// Columns that lie beside each other are transposed first.
func.func @rows(%x: memref<8x8xf32>, %m: memref<1xf32>, %w: memref<16xi32>, %f: memref<8xf32>) {
  kernel.pack_integers ins(%x, %m : memref<8x8xf32>, memref<1xf32>) outs(%w, %f : memref<16xi32>, memref<8xf32>) {extents = array<i64: 1, 8, 8>, strides = array<i64: 0, 8, 1>, lanes = 8 : i64, vectors = 1 : i64, offset = 128 : i64}
  func.return
}
// CHECK-LABEL:   @rows
// CHECK-COUNT-8:   simd.load %x
// CHECK:           simd.shuffle
// CHECK-COUNT-2:   simd.store %{{.*}}, %w
