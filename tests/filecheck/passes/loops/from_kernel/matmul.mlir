// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Three tiles of 4 rows are shared, the last of 1. 13 columns: the second vector is partial, and with it
// the loads of what lies along the columns.
func.func @tiles(%x: memref<9x6xf32>, %w: memref<96xf32>, %c: memref<1x13xf32>, %y: memref<9x13xf32>) {
  kernel.matmul ins(%x, %w, %c : memref<9x6xf32>, memref<96xf32>, memref<1x13xf32>) outs(%y : memref<9x13xf32>) {extents = array<i64: 1, 9, 13, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 13>, lanes = 8 : i64, register = array<i64: 4, 2>} epilogue {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  func.return
}
// CHECK-LABEL: @tiles
// CHECK:         arith.constant 3 : index
// CHECK-NEXT:    simd.share
// CHECK:           scf.for
// CHECK-COUNT-2:     simd.load %w
// CHECK:             simd.broadcast_load %x
// CHECK-COUNT-2:     simd.fma
// CHECK:           simd.load %c[0] :
// CHECK:           simd.store
// CHECK:           simd.load %c[8] first 5
// CHECK:           simd.store {{.*}} first 5
// CHECK:           scf.if
// CHECK:             simd.store

// Panels are shared, and the rows of each.
func.func @panels(%x: memref<8x1024xf32>, %w: memref<524288xf32>, %y: memref<8x512xf32>) {
  kernel.matmul ins(%x, %w : memref<8x1024xf32>, memref<524288xf32>) outs(%y : memref<8x512xf32>) {extents = array<i64: 1, 8, 512, 1024>, x_strides = array<i64: 0, 1024, 1>, y_strides = array<i64: 0, 512>, lanes = 8 : i64, register = array<i64: 4, 2>, shares_vectors}
  func.return
}
// CHECK-LABEL: @panels
// CHECK:         [[PAIRS:%.*]] = arith.constant 128 : index
// CHECK:         simd.share [[PAIRS]]
// CHECK:           scf.for
// CHECK:             scf.for

// A batch: matrices in parallel. An operand along the rows is read once for all columns.
func.func @batch(%x: memref<3x4x6xf32>, %w: memref<144xf32>, %r: memref<4x1xf32>, %y: memref<3x4x8xf32>) {
  kernel.matmul ins(%x, %w, %r : memref<3x4x6xf32>, memref<144xf32>, memref<4x1xf32>) outs(%y : memref<3x4x8xf32>) {extents = array<i64: 3, 4, 8, 6>, x_strides = array<i64: 24, 6, 1>, y_strides = array<i64: 32, 8>, lanes = 8 : i64, register = array<i64: 4, 1>} epilogue {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  func.return
}
// CHECK-LABEL: @batch
// CHECK:         arith.constant 3 : index
// CHECK:         scf.parallel
// CHECK:           simd.broadcast_load %r[0]
// CHECK:           simd.broadcast_load %r[3]

// Each of the four tiles of rows asks for its part of the
// next panel meanwhile.
func.func @next_panel(%x: memref<8192xf32>, %w: memref<524288xf32>, %y: memref<32768xf32>) {
  kernel.matmul ins(%x, %w : memref<8192xf32>, memref<524288xf32>) outs(%y : memref<32768xf32>) {extents = array<i64: 1, 16, 2048, 256>, lanes = 8 : i64, register = array<i64: 4, 2>, x_strides = array<i64: 0, 256, 1>, y_strides = array<i64: 0, 2048>, shares_vectors, weights_ahead = array<i64: 4, 1>}
  func.return
}
// CHECK-LABEL: @next_panel
// CHECK:         simd.share
// CHECK:           arith.maxsi
// CHECK:           simd.prefetch %w

// Rows known at run time: tiles of about equal size, 1 to 4 rows.
func.func @bounded(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<16x6xf32>, %w: memref<96xf32>, %y: memref<16x16xf32>) {
  kernel.matmul ins(%x, %w : memref<16x6xf32>, memref<96xf32>) outs(%y : memref<16x16xf32>) {extents = array<i64: 1, 16, 16, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 16>, lanes = 8 : i64, register = array<i64: 4, 2>, bounds = affine_map<()[s0] -> (1, s0, 16, 6)>}
  func.return
}
// CHECK-LABEL: @bounded
// CHECK:         [[N:%.*]] = simd.load %n[0]
// CHECK:         [[ROWS:%.*]] = arith.index_cast [[N]]
// CHECK:         [[TILES:%.*]] = arith.maxsi
// CHECK:         [[FEWEST:%.*]] = arith.div{{.*}} [[ROWS]], [[TILES]]
// CHECK:         simd.share
// CHECK:           scf.for
// CHECK:             arith.muli {{.*}}, [[FEWEST]]
// CHECK:             scf.if
// CHECK-COUNT-2:       simd.store
// CHECK:             scf.if
// CHECK-COUNT-4:       simd.store
// CHECK:             scf.if
// CHECK-COUNT-6:       simd.store
// CHECK:             scf.if
// CHECK-COUNT-8:       simd.store

// So are those in panels, whose rows lie together: those before a tile are as long as the depth.
func.func @bounded_panels(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<16x6xf32>, %w: memref<96xf32>, %y: memref<16x16xf32>) {
  kernel.matmul ins(%x, %w : memref<16x6xf32>, memref<96xf32>) outs(%y : memref<16x16xf32>) {extents = array<i64: 1, 16, 16, 6>, y_strides = array<i64: 0, 16>, lanes = 8 : i64, register = array<i64: 4, 2>, bounds = affine_map<()[s0] -> (1, s0, 16, 6)>}
  func.return
}
// CHECK-LABEL: @bounded_panels
// CHECK-DAG:     [[DEPTH:%.*]] = arith.constant 6 : index
// CHECK:         [[N:%.*]] = simd.load %n[0]
// CHECK:         [[ROWS:%.*]] = arith.index_cast [[N]]
// CHECK:         [[TILES:%.*]] = arith.maxsi
// CHECK:         arith.div{{.*}} [[ROWS]], [[TILES]]
// CHECK:         simd.share
// CHECK:           scf.for
// CHECK:             scf.if
// CHECK:               [[FIRST:%.*]] = arith.addi
// CHECK-NEXT:          arith.muli [[FIRST]], [[DEPTH]]
// CHECK:               simd.broadcast_load %x[{{.*}} + 0]
// CHECK-COUNT-2:       simd.store
// CHECK:             scf.if
// CHECK:               simd.broadcast_load %x[{{.*}} + 1]
// CHECK-COUNT-4:       simd.store
// CHECK:             scf.if
// CHECK:               simd.broadcast_load %x[{{.*}} + 2]
// CHECK-COUNT-6:       simd.store
// CHECK:             scf.if
// CHECK:               simd.broadcast_load %x[{{.*}} + 3]
// CHECK-COUNT-8:       simd.store

// One row is multiplied by two panels at a time, which keeps memory busy; more by one after the other.
func.func @few(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<16x6xf32>, %w: memref<192xf32>, %y: memref<16x32xf32>) {
  kernel.matmul ins(%x, %w : memref<16x6xf32>, memref<192xf32>) outs(%y : memref<16x32xf32>) {extents = array<i64: 1, 16, 32, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 32>, lanes = 8 : i64, register = array<i64: 4, 2>, shares_vectors, bounds = affine_map<()[s0] -> (1, s0, 32, 6)>}
  func.return
}
// CHECK-LABEL: @few
// CHECK:         simd.share
// CHECK:           arith.cmpi sle
// CHECK:           scf.if
// CHECK:             scf.for
// CHECK-COUNT-4:       simd.load %w
// CHECK-NEXT:          simd.broadcast_load %x
// CHECK-COUNT-4:       simd.fma
// CHECK:           } else {
// CHECK:             scf.for
// CHECK:               scf.for
// CHECK-COUNT-2:         simd.load %w
// CHECK-NEXT:            simd.broadcast_load %x

// The last two tiles prefetch the next weights, one that is alone those two pages ahead.
func.func @weights_ahead(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<16x6xf32>, %w: memref<192xf32>, %y: memref<16x32xf32>) {
  kernel.matmul ins(%x, %w : memref<16x6xf32>, memref<192xf32>) outs(%y : memref<16x32xf32>) {extents = array<i64: 1, 16, 32, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 32>, lanes = 8 : i64, register = array<i64: 4, 2>, shares_vectors, weights_ahead = array<i64: 2, 2>, bounds = affine_map<()[s0] -> (1, s0, 32, 6)>}
  func.return
}
// CHECK-LABEL: @weights_ahead
// CHECK:         arith.select [[ALONE:%.*]], {{.*}}, {{.*}} : index
// CHECK:         [[STEP:%.*]] = arith.select [[ALONE]]
// CHECK:         scf.for
// CHECK:           arith.muli {{.*}}, [[STEP]]
// CHECK-NEXT:      arith.addi
// CHECK-NEXT:      simd.prefetch %w

// A late epilogue: a loop over the tile that has been stored, in which the vectors of two rows take turns.
func.func @long_epilogue(%x: memref<4x6xf32>, %w: memref<96xf32>, %y: memref<4x16xf32>) {
  kernel.matmul ins(%x, %w : memref<4x6xf32>, memref<96xf32>) outs(%y : memref<4x16xf32>) {extents = array<i64: 1, 4, 16, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 16>, lanes = 8 : i64, register = array<i64: 4, 2>, late_epilogue = 16 : i64, epilogue_vectors = 6 : i64} epilogue {
  ^bb0(%a: f32):
    %0 = arith.addf %a, %a : f32
    %1 = arith.addf %0, %0 : f32
    %2 = arith.addf %1, %1 : f32
    %3 = arith.addf %2, %2 : f32
    %4 = arith.addf %3, %3 : f32
    %5 = arith.addf %4, %4 : f32
    %6 = arith.addf %5, %5 : f32
    %7 = arith.addf %6, %6 : f32
    %8 = arith.addf %7, %7 : f32
    %9 = arith.addf %8, %8 : f32
    %10 = arith.addf %9, %9 : f32
    %11 = arith.addf %10, %10 : f32
    %12 = arith.addf %11, %11 : f32
    linalg.yield %12 : f32
  }
  func.return
}
// CHECK-LABEL: @long_epilogue
// CHECK-COUNT-8:  simd.store {{.*}}, %y
// CHECK:          scf.for
// CHECK-COUNT-4:    simd.load %y
// CHECK-COUNT-52:   arith.addf
// CHECK-COUNT-4:    simd.store {{.*}}, %y
// CHECK-NOT:      simd.load %y

// Larger tiles are stored once, after it.
func.func @long_epilogue_of_a_large_tile(%x: memref<9x6xf32>, %w: memref<96xf32>, %y: memref<9x16xf32>) {
  kernel.matmul ins(%x, %w : memref<9x6xf32>, memref<96xf32>) outs(%y : memref<9x16xf32>) {extents = array<i64: 1, 9, 16, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 16>, lanes = 8 : i64, register = array<i64: 9, 2>, late_epilogue = 16 : i64, epilogue_vectors = 6 : i64} epilogue {
  ^bb0(%a: f32):
    %0 = arith.addf %a, %a : f32
    %1 = arith.addf %0, %0 : f32
    %2 = arith.addf %1, %1 : f32
    %3 = arith.addf %2, %2 : f32
    %4 = arith.addf %3, %3 : f32
    %5 = arith.addf %4, %4 : f32
    %6 = arith.addf %5, %5 : f32
    %7 = arith.addf %6, %6 : f32
    %8 = arith.addf %7, %7 : f32
    %9 = arith.addf %8, %8 : f32
    %10 = arith.addf %9, %9 : f32
    %11 = arith.addf %10, %10 : f32
    %12 = arith.addf %11, %11 : f32
    linalg.yield %12 : f32
  }
  func.return
}
// CHECK-LABEL: @long_epilogue_of_a_large_tile
// CHECK-NOT:      simd.load %y
// CHECK-COUNT-18: simd.store {{.*}}, %y
// CHECK-NOT:      simd.load %y
