// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// F(2,3) of 5 x 4 outputs: 2 tiles of the last row have one row of outputs and products at 3 x 4 places,
// 4 whole ones at 4 x 4.
func.func @last_row(%x: memref<1x5x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x5x4x8xf32>, %v: memref<16x7x8xf32>, %w: memref<1048xf32>) {
  kernel.convolution ins(%x, %u : memref<1x5x4x8xf32>, memref<1024xf32>) outs(%y, %v : memref<1x5x4x8xf32>, memref<16x7x8xf32>) workspace(%w : memref<1048xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 8 : i64, register = array<i64: 4, 1>, block = 6 : i64, cropped}
  func.return
}
// CHECK-LABEL: @last_row
// CHECK-DAG:     [[THREE:%.*]] = arith.constant 3 : index
// CHECK-DAG:     [[FOUR:%.*]] = arith.constant 4 : index
// The input: of a tile of the last row 3 rows are transformed, and columns of 3 numbers.
// CHECK:         simd.share
// CHECK:           simd.load %x
// CHECK:             simd.load %w
// CHECK-NEXT:        simd.load %w
// CHECK-NEXT:        simd.load %w
// CHECK-NOT:         simd.load %w
// CHECK:             simd.store {{.*}} %v
// CHECK:           simd.load %x
// CHECK:             simd.load %w
// CHECK-NEXT:        simd.load %w
// CHECK-NEXT:        simd.load %w
// CHECK-NEXT:        simd.load %w
// CHECK:             simd.store {{.*}} %v
// Products: at the places of the first 3 rows of 2 tiles and of 4, at those of the last one of 4.
// CHECK:         simd.share
// CHECK:           scf.for {{.*}} to [[THREE]] step
// CHECK:             scf.for {{.*}} to [[FOUR]] step
// CHECK:               scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>) {
// CHECK:               scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
// CHECK:           scf.for {{.*}} to [[FOUR]] step
// CHECK-NOT:         -> (vector<8xf32>, vector<8xf32>) {
// CHECK:               scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
