// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// F(2,3): 4 x 4 positions. Register tiles of 2 of the 9 tiles are shared; blocks have 4, the last one 1.
func.func @blocks(%x: memref<2x6x6x8xf32>, %u: memref<4096xf32>, %y: memref<2x6x6x8xf32>, %w: memref<2432xf32>) {
  kernel.convolution ins(%x, %u : memref<2x6x6x8xf32>, memref<4096xf32>) outs(%y : memref<2x6x6x8xf32>) workspace(%w : memref<2432xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 2, 2>, block = 4 : i64}
  func.return
}
// CHECK-LABEL: @blocks
// CHECK-DAG:     [[TILES:%.*]] = arith.constant 5 : index
// CHECK:         simd.share [[TILES]]
// CHECK:           arith.minsi
// Input: rows outside of the image are cleared, the others transformed from it into the scratch
// tile; the left border tile has three columns.
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK-COUNT-4:       simd.store {{.*}} %w
// CHECK:             scf.if
// CHECK-COUNT-3:       simd.load %x
// CHECK-NOT:           simd.load
// CHECK:               simd.store {{.*}} %w
// CHECK:             } else {
// Products: 2 tiles x 2 vectors.
// CHECK:             scf.for {{.*}} iter_args({{.*}}, {{.*}}, {{.*}}, {{.*}}) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK-COUNT-2:       simd.load %u
// CHECK-COUNT-2:       simd.broadcast_load %w
// Output: the sides of the map are whole tiles, so nothing is cut.
// CHECK:             simd.store {{.*}} %y
// CHECK-NEXT:        simd.store {{.*}} %y
// CHECK-NOT:         scf.if

// All tiles in one block: the threads transform the input together, and then share outputs and tiles.
func.func @single_block(%x: memref<2x4x4x8xf32>, %u: memref<4096xf32>, %y: memref<2x4x4x8xf32>, %v: memref<16x9x8xf32>, %w: memref<768xf32>) {
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y, %v : memref<2x4x4x8xf32>, memref<16x9x8xf32>) workspace(%w : memref<768xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  func.return
}
// CHECK-LABEL: @single_block
// CHECK:         simd.share
// CHECK-NOT:       simd.prefetch
// CHECK:           simd.store {{.*}} %v
// CHECK:         simd.share
// CHECK:           simd.broadcast_load %v

// The places of the next but one tile are prefetched.
func.func @transformed_ahead(%x: memref<2x4x4x8xf32>, %u: memref<4096xf32>, %y: memref<2x4x4x8xf32>, %v: memref<16x9x8xf32>, %w: memref<768xf32>) {
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y, %v : memref<2x4x4x8xf32>, memref<16x9x8xf32>) workspace(%w : memref<768xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, transformed_ahead}
  func.return
}
// CHECK-LABEL: @transformed_ahead
// CHECK:         simd.share
// CHECK-COUNT-4:   simd.prefetch %v
// CHECK-NOT:       simd.prefetch
// CHECK:         simd.share

// A batch: the 12 tiles of 3 images are numbered through, and shared two by two.
func.func @batch(%x: memref<2x3x4x4x8xf32>, %u: memref<4096xf32>, %y: memref<2x3x4x4x8xf32>, %w: memref<4608xf32>) {
  kernel.convolution ins(%x, %u : memref<2x3x4x4x8xf32>, memref<4096xf32>) outs(%y : memref<2x3x4x4x8xf32>) workspace(%w : memref<4608xf32>) {kernel = array<i64: 1, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 1, 1, 0, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 2, 2>, block = 8 : i64}
  func.return
}
// CHECK-LABEL: @batch
// CHECK-DAG:     [[TILES:%.*]] = arith.constant 6 : index
// CHECK:         simd.share [[TILES]]
// The image of a tile, of the input and of the output.
// CHECK:             scf.for
// CHECK:               arith.shrui
// CHECK:             simd.load %x
// CHECK:             simd.store {{.*}} %y

// All tiles of a batch in one block.
func.func @batch_in_one_block(%x: memref<2x3x4x4x8xf32>, %u: memref<4096xf32>, %y: memref<2x3x4x4x8xf32>, %v: memref<16x25x8xf32>, %w: memref<3840xf32>) {
  kernel.convolution ins(%x, %u : memref<2x3x4x4x8xf32>, memref<4096xf32>) outs(%y, %v : memref<2x3x4x4x8xf32>, memref<16x25x8xf32>) workspace(%w : memref<3840xf32>) {kernel = array<i64: 1, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 1, 1, 0, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 12 : i64}
  func.return
}
// CHECK-LABEL: @batch_in_one_block
// CHECK:         simd.share
// CHECK:           simd.store {{.*}} %v
// CHECK:         simd.share
// CHECK:           simd.broadcast_load %v

// A deep kernel: register tiles of 2 of the 4 tiles of each of 3 slices are shared.
func.func @volume(%x: memref<1x3x4x4x8xf32>, %u: memref<3072xf32>, %y: memref<1x3x4x4x8xf32>, %w: memref<2304xf32>) {
  kernel.convolution ins(%x, %u : memref<1x3x4x4x8xf32>, memref<3072xf32>) outs(%y : memref<1x3x4x4x8xf32>) workspace(%w : memref<2304xf32>) {kernel = array<i64: 3, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 1, 1, 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 8 : i64, register = array<i64: 2, 1>, block = 2 : i64}
  func.return
}
// CHECK-LABEL: @volume
// CHECK-DAG:     [[TILES:%.*]] = arith.constant 6 : index
// CHECK:         simd.share [[TILES]]

// A large input: of the next block of channels each row of a tile, 4 pixels
// of half a cache line.
func.func @large(%x: memref<2x8x64x64x8xf32>, %u: memref<4096xf32>, %y: memref<2x8x64x64x8xf32>, %w: memref<2432xf32>) {
  kernel.convolution ins(%x, %u : memref<2x8x64x64x8xf32>, memref<4096xf32>) outs(%y : memref<2x8x64x64x8xf32>) workspace(%w : memref<2432xf32>) {kernel = array<i64: 1, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 2, 2>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 2, 2>, block = 4 : i64, reads_ahead}
  func.return
}
// CHECK-LABEL: @large
// CHECK-COUNT-4:       simd.load %x
// CHECK-COUNT-2:       simd.prefetch %x
// CHECK-NOT:           simd.prefetch %x
// CHECK:               simd.store {{.*}} %w

// By place: both groups of output vectors are multiplied at a place before the next, and all products
// are kept until the output is transformed.
func.func @by_place(%x: memref<2x6x6x8xf32>, %u: memref<4096xf32>, %y: memref<2x6x6x8xf32>, %w: memref<2432xf32>) {
  kernel.convolution ins(%x, %u : memref<2x6x6x8xf32>, memref<4096xf32>) outs(%y : memref<2x6x6x8xf32>) workspace(%w : memref<2432xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 2, 1>, block = 4 : i64, by_place}
  func.return
}
// CHECK-LABEL: @by_place
// CHECK-DAG:     [[PLACES:%.*]] = arith.constant 16 : index
// CHECK-DAG:     [[GROUPS:%.*]] = arith.constant 2 : index
// CHECK:         simd.share
// CHECK:           scf.for {{.*}} to [[PLACES]]
// CHECK:             scf.for {{.*}} to [[GROUPS]]
// CHECK:               simd.load %u
// CHECK:           scf.for {{.*}} to [[GROUPS]]
// CHECK:             simd.store {{.*}} %y

// In one block threads share places and groups, then the transforms of the products.
func.func @by_place_in_one_block(%x: memref<2x4x4x8xf32>, %u: memref<4096xf32>, %y: memref<2x4x4x8xf32>, %v: memref<16x9x8xf32>, %p: memref<16x9x8xf32>, %w: memref<128xf32>) {
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<4096xf32>) outs(%y, %v, %p : memref<2x4x4x8xf32>, memref<16x9x8xf32>, memref<16x9x8xf32>) workspace(%w : memref<128xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, by_place}
  func.return
}
// CHECK-LABEL: @by_place_in_one_block
// CHECK-DAG:     [[SHARED:%.*]] = arith.constant 32 : index
// CHECK:         simd.share
// CHECK:           simd.store {{.*}} %v
// CHECK:         simd.share [[SHARED]]
// CHECK:           simd.broadcast_load %v
// CHECK:           simd.store {{.*}} %p
// CHECK:         simd.share
// CHECK:           simd.load %p
// CHECK:           simd.store {{.*}} %y

// A large output: with the products of each place rows of tiles are asked for, 2 pixels of half a
// cache line for each of both vectors; of the other functions' outputs nothing is.
func.func @large_output(%x: memref<2x8x64x64x8xf32>, %u: memref<4096xf32>, %y: memref<2x8x64x64x8xf32>, %w: memref<2432xf32>) {
  kernel.convolution ins(%x, %u : memref<2x8x64x64x8xf32>, memref<4096xf32>) outs(%y : memref<2x8x64x64x8xf32>) workspace(%w : memref<2432xf32>) {kernel = array<i64: 1, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 1, 1, 0, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 2, 2>, block = 4 : i64, writes_ahead}
  func.return
}
// CHECK-LABEL: @large_output
// CHECK-COUNT-2:       simd.prefetch %y
// CHECK-NOT:           simd.prefetch %y
// CHECK:               simd.load %u
// CHECK-NOT:           simd.prefetch %y

// Of a width known at run time tiles are visited row by row.
func.func @dynamic(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<1x8x32x8xf32>, %u: memref<2304xf32>, %y: memref<1x8x32x8xf32>, %w: memref<8192xf32>) {
  kernel.convolution ins(%x, %u : memref<1x8x32x8xf32>, memref<2304xf32>) outs(%y : memref<1x8x32x8xf32>) workspace(%w : memref<8192xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 4, 1>, block = 8 : i64, bounds = affine_map<()[s0] -> (1, 8, s0, 8)>}
  func.return
}
// CHECK-LABEL: @dynamic(
// CHECK:         [[WIDTH:%.*]] = arith.index_cast
// CHECK-COUNT-2: arith.addi [[WIDTH]], {{%.*}} overflow<nsw> : index
// CHECK-NEXT:    [[TILES:%.*]] = arith.shrui
// CHECK:         simd.share
// CHECK:           arith.divui {{%.*}}, [[TILES]] : index
// CHECK:           arith.divui {{%.*}}, [[TILES]] : index
// CHECK:           scf.for
// CHECK:             arith.muli {{%.*}}, [[TILES]] overflow<nsw> : index
// CHECK-NOT:         arith.divui
// CHECK:             scf.for
