// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// A row of 12 pixels is a left border tile, an inner one and a right one. In a kernel row the border
// tile loads 5 of 6 input vectors (the first is outside), each once for all taps, and the 3 weights as
// the first tap needs them.
func.func @stride1(%x: memref<16x12x12x8xf32>, %u: memref<16x3x3x8xf32>, %y: memref<16x12x12x8xf32>) {
  kernel.depthwise ins(%x, %u : memref<16x12x12x8xf32>, memref<16x3x3x8xf32>) outs(%y : memref<16x12x12x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64}
  func.return
}
// CHECK-LABEL: @stride1
// CHECK-DAG:     [[ROWS:%.*]] = arith.constant 192 : index
// CHECK:         simd.share [[ROWS]]
// CHECK:           scf.for
// CHECK:           scf.for
// CHECK:             scf.for {{.*}} iter_args
// CHECK:               simd.load %x
// CHECK-NEXT:          simd.load %u
// CHECK-COUNT-6:       simd.load
// CHECK-NOT:           simd.load
// CHECK:             scf.yield
// CHECK-COUNT-4:     simd.store {{.*}} %y
// CHECK:             scf.for {{.*}} iter_args
// CHECK-COUNT-9:       simd.load
// CHECK-NOT:           simd.load
// CHECK:             scf.yield
// CHECK-COUNT-4:     simd.store {{.*}} %y
// CHECK:             scf.for {{.*}} iter_args
// CHECK-COUNT-8:       simd.load
// CHECK-NOT:           simd.load
// CHECK:             scf.yield

// One channel block: its rows are shared. Without pads no row needs a bound.
func.func @one_block(%x: memref<1x20x6x8xf32>, %u: memref<1x3x3x8xf32>, %y: memref<1x18x4x8xf32>) {
  kernel.depthwise ins(%x, %u : memref<1x20x6x8xf32>, memref<1x3x3x8xf32>) outs(%y : memref<1x18x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 4 : i64}
  func.return
}
// CHECK-LABEL: @one_block
// CHECK-DAG:     [[ROWS:%.*]] = arith.constant 18 : index
// CHECK:         simd.share [[ROWS]]
// CHECK-NOT:       arith.minsi
// CHECK-NOT:       arith.maxsi
// CHECK:         func.return

// An epilogue of as many rows as there are comes once all of a block are stored, over as many of their vectors as take
// turns, then over those that are left.
func.func @heavy(%x: memref<2x5x5x8xf32>, %u: memref<2x1x1x8xf32>, %y: memref<2x5x5x8xf32>) {
  kernel.depthwise ins(%x, %u : memref<2x5x5x8xf32>, memref<2x1x1x8xf32>) outs(%y : memref<2x5x5x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 5 : i64, epilogue_rows = 5 : i64, epilogue_vectors = 6 : i64} epilogue {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    %e = math.exp %n fastmath<afn> : f32
    %one = arith.constant 1.0 : f32
    %s = arith.addf %e, %one : f32
    %r = arith.divf %a, %s : f32
    linalg.yield %r : f32
  }
  func.return
}
// CHECK-LABEL: @heavy
// CHECK:         simd.share
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK-NOT:           arith.divf
// CHECK-COUNT-5:       simd.store {{.*}} %y
// CHECK:             scf.for
// CHECK-COUNT-6:       arith.divf
// CHECK-COUNT-6:       simd.store {{.*}} %y
// CHECK:             scf.for
// CHECK:               arith.divf
// CHECK-NEXT:          simd.store {{.*}} %y
// CHECK-NOT:           arith.divf
// CHECK:         func.return

// The sum of a row is 0 at first; the values of each tile are added, pairs of them first.
func.func @sums(%x: memref<2x5x5x8xf32>, %u: memref<2x1x1x8xf32>, %y: memref<2x5x5x8xf32>, %r: memref<2x5x8xf32>) {
  kernel.depthwise ins(%x, %u : memref<2x5x5x8xf32>, memref<2x1x1x8xf32>) outs(%y, %r : memref<2x5x5x8xf32>, memref<2x5x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 3 : i64}
  func.return
}
// CHECK-LABEL: @sums
// CHECK:         [[Z:%.*]] = arith.constant dense<0.000000e+00>
// CHECK:         simd.share
// CHECK:           simd.store [[Z]], %r
// CHECK-COUNT-3:   simd.store {{.*}} %y
// CHECK:           [[R:%.*]] = simd.load %r
// CHECK-NEXT:      [[A:%.*]] = arith.addf {{.*}}, [[R]]
// CHECK-NEXT:      [[B:%.*]] = arith.addf
// CHECK-NEXT:      [[C:%.*]] = arith.addf [[B]], [[A]]
// CHECK-NEXT:      simd.store [[C]], %r
// CHECK-COUNT-2:   simd.store {{.*}} %y
// CHECK:           simd.load %r
// CHECK:           simd.store {{.*}}, %r

// A tile of 4 pixels, with a stride of 2, prefetches 8 in each of the next 2 rows of 9, two pixels a line, and the next 4 outputs.
func.func @ahead(%x: memref<1x9x9x8xf32>, %u: memref<1x3x3x8xf32>, %y: memref<1x4x4x8xf32>) {
  kernel.depthwise ins(%x, %u : memref<1x9x9x8xf32>, memref<1x3x3x8xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 4 : i64, reads_ahead, writes_ahead}
  func.return
}
// CHECK-LABEL: @ahead
// CHECK-DAG:     [[BEHIND:%.*]] = arith.constant 3 : index
// CHECK:         [[TOP:%.*]] = arith.muli {{.*}} : index
// CHECK:         arith.addi {{.*}}, [[BEHIND]]
// CHECK-COUNT-8: simd.prefetch %x
// CHECK-COUNT-2: simd.prefetch %y
// CHECK-NOT:     simd.prefetch
// CHECK:         scf.for
// CHECK-COUNT-4: simd.store {{.*}} %y

// Rows and columns known at run time.
#dynamic = affine_map<()[s0, s1] -> (1, s0, s1, 8)>
func.func @dynamic(%n: memref<2xi64> {kernel.role = #kernel<role symbols>}, %x: memref<1x16x32x8xf32>, %u: memref<72xf32>, %y: memref<1x16x32x8xf32>) {
  kernel.depthwise ins(%x, %u : memref<1x16x32x8xf32>, memref<72xf32>) outs(%y : memref<1x16x32x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, bounds = #dynamic}
  func.return
}
// CHECK-LABEL: @dynamic(
// CHECK:         [[ROWS:%.*]] = arith.index_cast
// CHECK:         [[COLUMNS:%.*]] = arith.index_cast
// CHECK:         simd.share [[ROWS]]
// CHECK:           arith.maxsi [[COLUMNS]], {{%.*}} : index
// CHECK-COUNT-4:   simd.store
// CHECK:           scf.if
// CHECK-COUNT-1:   simd.store
// CHECK:           scf.if
// CHECK-COUNT-2:   simd.store
