// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Rows far apart: blocks of 8 x 8 are transposed; of the last panel's 3 rows 5 lanes are zeros.
func.func @rows(%x: memref<11x16xf32>, %y: memref<256xf32>) {
  kernel.pack_panels ins(%x : memref<11x16xf32>) outs(%y : memref<256xf32>) {extents = array<i64: 1, 11, 16>, strides = array<i64: 0, 16, 1>, lanes = 8 : i64, vectors = 1 : i64}
  func.return
}
// CHECK-LABEL: @rows
// CHECK:         scf.parallel
// CHECK-COUNT-8:   simd.load %x
// CHECK-COUNT-24:  simd.shuffle
// CHECK-COUNT-8:   simd.store
// CHECK:         scf.parallel
// CHECK-COUNT-3:   simd.load %x
// CHECK-NOT:       simd.load
// CHECK-COUNT-24:  simd.shuffle
// CHECK-COUNT-8:   simd.store

// Rows side by side are copied, two vectors to a panel.
func.func @columns(%x: memref<6x16xf32>, %y: memref<96xf32>) {
  kernel.pack_panels ins(%x : memref<6x16xf32>) outs(%y : memref<96xf32>) {extents = array<i64: 1, 16, 6>, strides = array<i64: 0, 1, 16>, lanes = 8 : i64, vectors = 2 : i64}
  func.return
}
// CHECK-LABEL: @columns
// CHECK-NOT:     simd.shuffle
// CHECK:         simd.load %x
// CHECK:         simd.store
// CHECK:         simd.load %x
// CHECK:         simd.store

// Panels of 5 rows: 5 lanes of each vector are stored.
func.func @narrow(%x: memref<5x16xf32>, %y: memref<80xf32>) {
  kernel.pack_panels ins(%x : memref<5x16xf32>) outs(%y : memref<80xf32>) {extents = array<i64: 1, 5, 16>, strides = array<i64: 0, 16, 1>, lanes = 1 : i64, vectors = 5 : i64}
  func.return
}
// CHECK-LABEL: @narrow
// CHECK-COUNT-5: simd.load %x
// CHECK-COUNT-8: simd.store {{.*}} first 5

// Rows appended to a state: whole panels at once, rows of others one by one.
func.func @append(%n: memref<2xi64> {kernel.role = #kernel<role symbols>}, %x: memref<32x16xf32>, %y: memref<1024xf32>) {
  kernel.pack_panels ins(%x : memref<32x16xf32>) outs(%y : memref<1024xf32>) {extents = array<i64: 1, 64, 16>, strides = array<i64: 0, 16, 1>, lanes = 8 : i64, vectors = 2 : i64, bounds = affine_map<()[s0, s1] -> (1, s0, 16)>, begin = affine_map<()[s0, s1] -> (s1, 0)>}
  func.return
}
// CHECK-LABEL: @append
// CHECK:         [[PAST:%.*]] = simd.load %n[1]
// CHECK:         [[MORE:%.*]] = simd.load %n[0]
// CHECK:         simd.share
// CHECK:           scf.if
// CHECK-COUNT-48:    simd.shuffle
// CHECK:           } else {
// CHECK:             scf.for
// CHECK:               scf.for
// CHECK-COUNT-8:         simd.store {{.*}}, %y
// CHECK-NOT:             simd.store

// Columns appended, where rows are contiguous: a loop that begins later.
func.func @append_columns(%n: memref<2xi64> {kernel.role = #kernel<role symbols>}, %x: memref<32x16xf32>, %y: memref<1024xf32>) {
  kernel.pack_panels ins(%x : memref<32x16xf32>) outs(%y : memref<1024xf32>) {extents = array<i64: 1, 16, 64>, strides = array<i64: 0, 1, 16>, lanes = 8 : i64, vectors = 2 : i64, bounds = affine_map<()[s0, s1] -> (1, 16, s0)>, begin = affine_map<()[s0, s1] -> (0, s1)>}
  func.return
}
// CHECK-LABEL: @append_columns
// CHECK-NOT:     scf.if
// CHECK-COUNT-2: simd.store {{.*}}, %y
// CHECK-NOT:     simd.store

// Columns appended to a state of f16 are rounded by the target's instruction.
func.func @append_rounded(%n: memref<2xi64> {kernel.role = #kernel<role symbols>}, %x: memref<32x16xf32>, %y: memref<1024xf16>) {
  kernel.pack_panels ins(%x : memref<32x16xf32>) outs(%y : memref<1024xf16>) {extents = array<i64: 1, 16, 64>, strides = array<i64: 0, 1, 16>, lanes = 8 : i64, vectors = 2 : i64, bounds = affine_map<()[s0, s1] -> (1, 16, s0)>, begin = affine_map<()[s0, s1] -> (0, s1)>}
  func.return
}
// CHECK-LABEL: @append_rounded
// CHECK:         [[ROW:%.*]] = simd.load %x
// CHECK:         [[HALVES:%.*]] = simd.convert truncf [[ROW]] : vector<8xf32> -> vector<8xf16>
// CHECK:         simd.store [[HALVES]], %y

// Rows known at run time: code for a panel of one and for one of two.
func.func @dynamic(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<17x16xf32>, %y: memref<272xf32>) {
  kernel.pack_panels ins(%x : memref<17x16xf32>) outs(%y : memref<272xf32>) {extents = array<i64: 1, 17, 16>, strides = array<i64: 0, 16, 1>, lanes = 1 : i64, vectors = 2 : i64, bounds = affine_map<()[s0] -> (1, s0, 16)>}
  func.return
}
// CHECK-LABEL: @dynamic
// CHECK:         [[ROWS:%.*]] = simd.load %n[0]
// CHECK:         simd.share
// CHECK:           scf.for
// CHECK:             scf.if
// CHECK:               simd.load %x
// CHECK-NOT:           simd.load
// CHECK-COUNT-8:       simd.store {{.*}} first 1
// CHECK:             scf.if
// CHECK-COUNT-2:       simd.load %x
// CHECK-NOT:           simd.load
// CHECK-COUNT-8:       simd.store {{.*}} first 2
