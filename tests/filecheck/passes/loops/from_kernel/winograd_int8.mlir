// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Transforms are arithmetic on integers of 16 bits, and pairs of them are multiplied.
func.func @main(%x: memref<1x4x4x8xi8>, %u: memref<2304xi16>, %y: memref<1x4x4x8xi32>, %w: memref<1008xi32>) {
  // The inverse of 9 modulo 2^32, and the other factor of 24 * 24.
  // CHECK-DAG: arith.constant dense<954437177> : vector<8xi32>
  // CHECK-DAG: arith.constant dense<6> : vector<8xi32>
  // CHECK:     simd.convert extsi {{.*}} : vector<8xi8> -> vector<8xi16>
  // CHECK:     simd.convert bitcast {{.*}} : vector<8xi16> -> vector<4xi32>
  // CHECK:     simd.broadcast_load %w[{{.*}}] : memref<1008xi32> -> vector<8xi32>
  // CHECK:     simd.convert bitcast {{.*}} : vector<8xi32> -> vector<16xi16>
  // CHECK:     simd.dot {{.*}} : vector<16xi16>, vector<16xi16> -> vector<8xi32>
  // CHECK:     arith.muli {{.*}} : vector<8xi32>
  // CHECK:     arith.shrsi {{.*}} : vector<8xi32>
  // CHECK:     simd.store {{.*}} : vector<8xi32>, memref<1x4x4x8xi32>
  kernel.convolution ins(%x, %u : memref<1x4x4x8xi8>, memref<2304xi16>) outs(%y : memref<1x4x4x8xi32>) workspace(%w : memref<1008xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 1, 1>, block = 1 : i64, product = #target.product<"x86-avx2", "vpmaddwd">}
  func.return
}
