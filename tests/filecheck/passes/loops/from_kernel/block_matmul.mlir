// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2+vnni"},convert-kernel-to-loops' | filecheck %s

// Words of 8 bits are multiplied as they are: sums of a block begin with what the offset adds too much, and
// are added as floats times the factors of both sides.
func.func @bytes(%x: memref<1x32xi8>, %f: memref<1x1xf32>, %s: memref<1x1xi32>, %w: memref<64xi32>, %g: memref<8xf32>, %y: memref<1x8xf32>) {
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<1x32xi8>, memref<1x1xf32>, memref<1x1xi32>, memref<64xi32>, memref<8xf32>) outs(%y : memref<1x8xf32>) {extents = array<i64: 1, 1, 8, 32>, x_strides = array<i64: 0, 32, 1>, y_strides = array<i64: 0, 8>, bits = 8 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 1, 1>, product = #target.product<"x86-avx2", "vpdpbusd">}
  func.return
}
// CHECK-LABEL:   @bytes
// CHECK:           [[START:%.*]] = simd.broadcast_load %s
// CHECK:           [[W:%.*]] = simd.load %w
// CHECK-NEXT:      [[B:%.*]] = simd.convert bitcast [[W]] : vector<8xi32> -> vector<32xui8>
// CHECK-NEXT:      [[X:%.*]] = simd.broadcast_load %x
// CHECK-NEXT:      simd.dot #target.product<"x86-avx2", "vpdpbusd"> [[B]], [[X]], [[START]]
// CHECK-COUNT-7:   simd.dot
// CHECK:           [[FACTORS:%.*]] = simd.load %g
// CHECK-NEXT:      [[FACTOR:%.*]] = simd.broadcast_load %f
// CHECK-NEXT:      [[SUM:%.*]] = simd.convert sitofp
// CHECK-NEXT:      [[SCALED:%.*]] = arith.mulf [[SUM]], [[FACTOR]]
// CHECK-NEXT:      simd.fma [[SCALED]], [[FACTORS]]

// Words of 4 bits are taken apart into the workspace as pairs of i16, bytes 0 and 2, 1 and 3, for two register
// tiles; if there is but one at run time, in registers.
func.func @pairs(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<4x16xi16>, %f: memref<4x1xf32>, %s: memref<4x1xi32>, %w: memref<16xi32>, %g: memref<8xf32>, %y: memref<4x8xf32>, %p: memref<64xi32>) {
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<4x16xi16>, memref<4x1xf32>, memref<4x1xi32>, memref<16xi32>, memref<8xf32>) outs(%y : memref<4x8xf32>) workspace(%p : memref<64xi32>) {extents = array<i64: 1, 4, 8, 16>, x_strides = array<i64: 0, 16, 1>, y_strides = array<i64: 0, 8>, bits = 4 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 2, 1>, block = 2 : i64, product = #target.product<"x86-avx2", "vpmaddwd">, bounds = affine_map<()[s0] -> (1, s0, 8, 16)>}
  func.return
}
// CHECK-LABEL:   @pairs
// CHECK-DAG:       [[NIBBLES:%.*]] = arith.constant dense<252645135> : vector<8xi32>
// CHECK-DAG:       [[EVEN:%.*]] = arith.constant dense<16711935> : vector<8xi32>
// CHECK:           [[ONE:%.*]] = arith.cmpi sle
// CHECK-NEXT:      scf.if [[ONE]] {
// CHECK:             simd.dot #target.product<"x86-avx2", "vpmaddwd">
// CHECK:           } else {
// CHECK:             [[W:%.*]] = simd.load %w
// CHECK:             [[H:%.*]] = arith.shrui [[W]]
// CHECK:             [[FOUR:%.*]] = arith.andi [[H]], [[NIBBLES]]
// CHECK-NEXT:        [[PAIR:%.*]] = arith.andi [[FOUR]], [[EVEN]]
// CHECK:             simd.store [[PAIR]], %p
// CHECK:             [[Q:%.*]] = simd.load %p
// CHECK-NEXT:        [[I:%.*]] = simd.convert bitcast [[Q]] : vector<8xi32> -> vector<16xi16>
// CHECK:             simd.dot #target.product<"x86-avx2", "vpmaddwd"> [[I]]

// The last tiles with a panel prefetch the words after it, each a share.
func.func @ahead(%x: memref<2x32xi8>, %f: memref<2x1xf32>, %s: memref<2x1xi32>, %w: memref<128xi32>, %g: memref<16xf32>, %y: memref<2x16xf32>) {
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<2x32xi8>, memref<2x1xf32>, memref<2x1xi32>, memref<128xi32>, memref<16xf32>) outs(%y : memref<2x16xf32>) {extents = array<i64: 1, 2, 16, 32>, x_strides = array<i64: 0, 32, 1>, y_strides = array<i64: 0, 16>, bits = 8 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 1, 1>, product = #target.product<"x86-avx2", "vpdpbusd">, weights_ahead = array<i64: 2, 1>}
  func.return
}
// CHECK-LABEL:   @ahead
// CHECK-COUNT-2:   simd.prefetch %w
// The first one also prefetches its own, which it waits for.
// CHECK-NEXT:      simd.broadcast_load %s
// CHECK:           simd.prefetch %w
// CHECK:           simd.dot
// CHECK:           scf.for
// CHECK-COUNT-2:   simd.prefetch %w
// CHECK-NOT:       simd.prefetch
// CHECK:           simd.dot

// Sums of i16 of 32 columns are added to those of i32, which the next columns begin with.
func.func @narrow(%x: memref<1x64xi8>, %f: memref<1x1xf32>, %s: memref<1x1xi32>, %w: memref<64xi32>, %g: memref<8xf32>, %y: memref<1x8xf32>) {
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<1x64xi8>, memref<1x1xf32>, memref<1x1xi32>, memref<64xi32>, memref<8xf32>) outs(%y : memref<1x8xf32>) {extents = array<i64: 1, 1, 8, 64>, x_strides = array<i64: 0, 64, 1>, y_strides = array<i64: 0, 8>, bits = 4 : i64, size = 64 : i64, lanes = 8 : i64, register = array<i64: 1, 1>, product = #target.product<"x86-avx2", "vpmaddubsw">}
  func.return
}
// CHECK-LABEL:   @narrow
// CHECK-DAG:       [[ZEROS:%.*]] = arith.constant dense<0> : vector<16xi16>
// CHECK-DAG:       [[ONES:%.*]] = arith.constant dense<1> : vector<16xi16>
// CHECK:           [[START:%.*]] = simd.broadcast_load %s
// CHECK:           scf.for {{.*}} iter_args([[SUM:%.*]] = [[START]]) -> (vector<8xi32>)
// CHECK:             [[N:%.*]] = scf.for {{.*}} iter_args({{.*}} = [[ZEROS]]) -> (vector<16xi16>)
// CHECK-COUNT-2:       simd.dot #target.product<"x86-avx2", "vpmaddubsw">
// CHECK:             simd.dot #target.product<"x86-avx2", "vpmaddwd"> [[N]], [[ONES]], [[SUM]]

// The two digits of a row are multiplied by the same words; their sums are added as floats, each times its own
// factor, before those of the words multiply them.
func.func @digits(%x: memref<2x16xi8>, %f: memref<2x1xf32>, %s: memref<2x1xi32>, %w: memref<16xi32>, %g: memref<8xf32>, %y: memref<1x8xf32>) {
  kernel.block_matmul ins(%x, %f, %s, %w, %g : memref<2x16xi8>, memref<2x1xf32>, memref<2x1xi32>, memref<16xi32>, memref<8xf32>) outs(%y : memref<1x8xf32>) {extents = array<i64: 1, 1, 8, 16>, x_strides = array<i64: 0, 16, 1>, y_strides = array<i64: 0, 8>, bits = 4 : i64, size = 32 : i64, digits = 2 : i64, lanes = 8 : i64, register = array<i64: 1, 1>, product = #target.product<"x86-avx2", "vpdpbusd">}
  func.return
}
// CHECK-LABEL:   @digits
// CHECK:           [[WORDS:%.*]] = simd.convert bitcast {{.*}} : vector<8xi32> -> vector<32xui8>
// CHECK:           [[FIRST:%.*]] = simd.broadcast_load %x[{{.*}} + 0]
// CHECK-NEXT:      simd.dot #target.product<"x86-avx2", "vpdpbusd"> [[WORDS]], [[FIRST]]
// CHECK-NEXT:      [[SECOND:%.*]] = simd.broadcast_load %x[{{.*}} + 16]
// CHECK-NEXT:      simd.dot #target.product<"x86-avx2", "vpdpbusd"> [[WORDS]], [[SECOND]]
// CHECK:           [[F:%.*]] = simd.broadcast_load %f[{{.*}} + 0]
// CHECK:           [[E:%.*]] = simd.broadcast_load %f[{{.*}} + 1]
// CHECK:           [[LARGE:%.*]] = arith.mulf %{{.*}}, [[F]]
// CHECK-NEXT:      [[SUM:%.*]] = simd.fma %{{.*}}, [[E]], [[LARGE]]
// CHECK-NEXT:      simd.fma [[SUM]]

// What the epilogue reads where it stores is prefetched before the products; a bias of the columns is not.
func.func @operands(%x: memref<2x32xi8>, %f: memref<2x1xf32>, %s: memref<2x1xi32>, %w: memref<64xi32>, %g: memref<8xf32>, %r: memref<2x8xf32>, %b: memref<1x8xf32>, %y: memref<2x8xf32>) {
  kernel.block_matmul ins(%x, %f, %s, %w, %g, %r, %b : memref<2x32xi8>, memref<2x1xf32>, memref<2x1xi32>, memref<64xi32>, memref<8xf32>, memref<2x8xf32>, memref<1x8xf32>) outs(%y : memref<2x8xf32>) {extents = array<i64: 1, 2, 8, 32>, x_strides = array<i64: 0, 32, 1>, y_strides = array<i64: 0, 8>, bits = 8 : i64, size = 32 : i64, lanes = 8 : i64, register = array<i64: 2, 1>, product = #target.product<"x86-avx2", "vpdpbusd">} epilogue {
  ^bb0(%0: f32, %1: f32, %2: f32):
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    linalg.yield %4 : f32
  }
  func.return
}
// CHECK-LABEL:   @operands
// CHECK:           simd.prefetch %r
// CHECK-NEXT:      simd.prefetch %r
// CHECK-NOT:       simd.prefetch %b
// CHECK:           simd.dot
// CHECK:           simd.load %r
