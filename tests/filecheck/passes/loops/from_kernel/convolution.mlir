// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Large maps: a tile asks for what it will write, and in each block of channels
// for its share of the next tile's pixels. Weights of less than 16 KB are not prefetched.
func.func @large(%x: memref<2x8x64x64x8xf32>, %u: memref<256xf32>, %y: memref<2x8x64x64x8xf32>) {
  kernel.convolution ins(%x, %u : memref<2x8x64x64x8xf32>, memref<256xf32>) outs(%y : memref<2x8x64x64x8xf32>) {kernel = array<i64: 1, 1, 1>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 2>, block = 1000 : i64, reads_ahead, writes_ahead}
  func.return
}
// 8192 tiles of 2 vectors are shared; each thread makes blocks of 911 at most of its own.
// CHECK-LABEL: @large
// CHECK-DAG:     [[PAIRS:%.*]] = arith.constant 16384 : index
// CHECK:         simd.share [[PAIRS]]
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK-COUNT-4:   simd.prefetch %y
// CHECK:           scf.for
// CHECK:             simd.prefetch %x
// CHECK:             simd.broadcast_load %x

// Nothing is prefetched of maps that the cache has.
func.func @small(%x: memref<2x8x4x4x8xf32>, %u: memref<256xf32>, %y: memref<2x8x4x4x8xf32>) {
  kernel.convolution ins(%x, %u : memref<2x8x4x4x8xf32>, memref<256xf32>) outs(%y : memref<2x8x4x4x8xf32>) {kernel = array<i64: 1, 1, 1>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 2>, block = 1000 : i64}
  func.return
}
// CHECK-LABEL: @small
// CHECK-NOT:     simd.prefetch

// Gathered channels: the table says where each of them lies in a pixel; the second group of vectors
// has a row of its own.
func.func @gathered(%x: memref<2x4x4x8xf32>, %u: memref<96xf32>, %t: memref<2x6xi64>, %y: memref<2x4x4x8xf32>) {
  kernel.convolution ins(%x, %u, %t : memref<2x4x4x8xf32>, memref<96xf32>, memref<2x6xi64>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 6 : i64, register = array<i64: 4, 1>, block = 1000 : i64, gathered}
  func.return
}
// CHECK-LABEL: @gathered
// CHECK-DAG:     [[SIX:%.*]] = arith.constant 6 : index
// CHECK:         simd.share
// CHECK:           [[ROW:%.*]] = arith.muli {{%.*}}, [[SIX]] overflow<nsw> : index
// CHECK:           = scf.for [[K:%[0-9]*]] = {{.*}} to [[SIX]]
// CHECK-NEXT:        [[ENTRY:%.*]] = arith.addi [[ROW]], [[K]] overflow<nsw> : index
// CHECK:             [[PLACE:%.*]] = simd.load %t{{.*}}[[ENTRY]]
// CHECK:             simd.broadcast_load %x

// Two of them a step, with tiles of several vectors.
func.func @gathered_pairs(%x: memref<2x4x4x8xf32>, %u: memref<96xf32>, %t: memref<1x6xi64>, %y: memref<2x4x4x8xf32>) {
  kernel.convolution ins(%x, %u, %t : memref<2x4x4x8xf32>, memref<96xf32>, memref<1x6xi64>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 6 : i64, register = array<i64: 4, 2>, block = 1000 : i64, gathered}
  func.return
}
// CHECK-LABEL: @gathered_pairs
// CHECK-DAG:     [[ONE:%.*]] = arith.constant 1 : index
// CHECK-DAG:     [[TWO:%.*]] = arith.constant 2 : index
// CHECK:           = scf.for [[K:%[0-9]*]] = {{.*}} step [[TWO]]
// CHECK:             simd.load %t{{.*}}[[K]]
// CHECK:             [[NEXT:%.*]] = arith.addi [[K]], [[ONE]] overflow<nsw> : index
// CHECK:             simd.load %t{{.*}}[[NEXT]]
// CHECK-NOT:         simd.load %t

// 16 KB of weights, whose rows are a cache line. Five tiles share a group's: each asks for 4 of the
// 16 elements a step of the next group's, at the fourth and the fifth for those of the last share.
func.func @next_weights(%x: memref<16x4x5x8xf32>, %u: memref<8192xf32>, %y: memref<8x4x5x8xf32>) {
  kernel.convolution ins(%x, %u : memref<16x4x5x8xf32>, memref<8192xf32>) outs(%y : memref<8x4x5x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 128 : i64, register = array<i64: 4, 2>, block = 1000 : i64, weights_ahead = array<i64: 5, 1>}
  func.return
}
// CHECK-LABEL: @next_weights
// CHECK-DAG:     [[SHARE:%.*]] = arith.constant 512 : index
// CHECK-DAG:     [[STEP:%.*]] = arith.constant 4 : index
// CHECK:         simd.share
// CHECK:           arith.maxsi
// CHECK:           arith.muli {{%.*}}, [[SHARE]] overflow<nsw> : index
// CHECK:           = scf.for [[K:%[0-9]*]] =
// CHECK:             arith.muli [[K]], [[STEP]] overflow<nsw> : index
// CHECK:             simd.prefetch %u{{.*}} : memref<8192xf32>
// CHECK-NOT:         simd.prefetch
// CHECK:             simd.load %u

// Of two tiles, into L2.
func.func @next_weights_into_l2(%x: memref<16x4x2x8xf32>, %u: memref<8192xf32>, %y: memref<8x4x2x8xf32>) {
  kernel.convolution ins(%x, %u : memref<16x4x2x8xf32>, memref<8192xf32>) outs(%y : memref<8x4x2x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 128 : i64, register = array<i64: 4, 2>, block = 1000 : i64, weights_ahead = array<i64: 2, 2>}
  func.return
}
// CHECK-LABEL: @next_weights_into_l2
// CHECK:             simd.prefetch %u{{.*}} : memref<8192xf32> into L2

// Of no tiles: what lies two pages ahead.
func.func @page_ahead(%x: memref<16x2x2x8xf32>, %u: memref<8192xf32>, %y: memref<8x2x2x8xf32>) {
  kernel.convolution ins(%x, %u : memref<16x2x2x8xf32>, memref<8192xf32>) outs(%y : memref<8x2x2x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 128 : i64, register = array<i64: 4, 2>, block = 1000 : i64, weights_ahead = array<i64: 0, 1>}
  func.return
}
// CHECK-LABEL: @page_ahead
// CHECK:         simd.prefetch %u[{{%.*}} + 2048] : memref<8192xf32>

// Of images of dynamic size tiles of each row are counted there, of which the last one is
// a quarter, half or three quarters as wide if that is enough; rows in memory are those of the largest images.
#dynamic = affine_map<()[s0] -> (1, 5, s0, 8)>
func.func @dynamic_width(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<1x5x32x8xf32>, %u: memref<576xf32>, %y: memref<1x5x32x8xf32>) {
  kernel.convolution ins(%x, %u : memref<1x5x32x8xf32>, memref<576xf32>) outs(%y : memref<1x5x32x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 1 : i64, bounds = #dynamic}
  func.return
}
// CHECK-LABEL: @dynamic_width
// CHECK:         [[WIDTH:%.*]] = arith.index_cast
// CHECK:         simd.share
// CHECK:           arith.maxsi [[WIDTH]], {{%.*}} : index
// CHECK:           [[TILES:%.*]] = arith.minsi {{%.*}}, {{%.*}} : index
// CHECK:           scf.for {{%.*}} = {{%.*}} to [[TILES]]
// CHECK-COUNT-4:     simd.store
// CHECK:           arith.cmpi slt, [[TILES]], {{%.*}} : index
// CHECK-NEXT:      scf.if
// CHECK:             scf.if
// CHECK-COUNT-1:       simd.store
// CHECK:             scf.if
// CHECK-COUNT-2:       simd.store
// CHECK:             scf.if
// CHECK-COUNT-3:       simd.store
// CHECK:           arith.minsi {{%.*}}, {{%.*}} : index
// CHECK:           scf.for
// CHECK-COUNT-4:     simd.store
// CHECK:           arith.cmpi sgt, [[WIDTH]], {{%.*}} : index
// CHECK-NEXT:      scf.if
// CHECK-COUNT-4:     simd.store

// Of 1x1 kernels the pixels left of a row are a tile of two or of one; both if memory ends there.
func.func @dynamic_pixels(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<1x5x32x8xf32>, %u: memref<64xf32>, %y: memref<1x5x32x8xf32>) {
  kernel.convolution ins(%x, %u : memref<1x5x32x8xf32>, memref<64xf32>) outs(%y : memref<1x5x32x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 3, 1>, block = 1000 : i64, bounds = #dynamic}
  func.return
}
// CHECK-LABEL: @dynamic_pixels
// CHECK:         simd.share
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK-COUNT-3:       simd.store
// CHECK:             scf.if
// CHECK:               arith.select
// CHECK:               scf.if
// CHECK-COUNT-2:         simd.store
// CHECK:               arith.select
// CHECK:               scf.if
// CHECK-COUNT-1:         simd.store
// CHECK-NOT:     simd.store

// A kernel for images of some sizes alone does nothing for others.
func.func @dynamic_size(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<1x5x32x8xf32>, %u: memref<64xf32>, %y: memref<1x5x32x8xf32>) {
  kernel.convolution ins(%x, %u : memref<1x5x32x8xf32>, memref<64xf32>) outs(%y : memref<1x5x32x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 3, 1>, block = 1000 : i64, pixels = array<i64: 25, 91>, bounds = #dynamic}
  func.return
}
// CHECK-LABEL: @dynamic_size
// CHECK:         [[PIXELS:%.*]] = arith.muli
// CHECK:         arith.cmpi sge, [[PIXELS]], {{%.*}} : index
// CHECK:         arith.cmpi slt, [[PIXELS]], {{%.*}} : index
// CHECK:         scf.if
// CHECK:           simd.share
