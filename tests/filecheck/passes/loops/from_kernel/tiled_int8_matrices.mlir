// RUN: ncnnc-opt %s -p 'attach-target{target="aarch64+i8mm"},convert-kernel-to-loops' | filecheck %s

// Positions have the channels of two blocks side by side, and of the fifth block alone, so that a
// pair of positions is loaded as it is multiplied.
func.func @main(%x: memref<5x3x5x4xi8>, %u: memref<288xi8>, %f: memref<1x4xf32>, %y: memref<1x3x3x4xi8>, %w: memref<576xi8>) {
  // CHECK:      simd.load %x[{{.*}}] : memref<5x3x5x4xi8> -> vector<16xi8>
  // CHECK:      simd.load %x[{{.*}}] : memref<5x3x5x4xi8> -> vector<16xi8>
  // CHECK:      simd.shuffle {{.*}} [0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23]
  // CHECK-NEXT: simd.store {{.*}} : vector<16xi8>, memref<576xi8>
  // CHECK-NEXT: simd.shuffle {{.*}} [8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31]
  // CHECK:      simd.store {{.*}} + 16] : vector<16xi8>, memref<576xi8>
  // CHECK:      simd.load %x[{{.*}}] : memref<5x3x5x4xi8> -> vector<4xi8>
  // CHECK:      simd.store {{.*}} : vector<4xi8>, memref<576xi8>
  // CHECK:      simd.load %w[{{.*}}] : memref<576xi8> -> vector<16xi8>
  // CHECK-NEXT: simd.dot {{.*}} : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  // CHECK:      simd.load %w[{{.*}} + 16] : memref<576xi8> -> vector<16xi8>
  kernel.convolution ins(%x, %u, %f : memref<5x3x5x4xi8>, memref<288xi8>, memref<1x4xf32>) outs(%y : memref<1x3x3x4xi8>) workspace(%w : memref<576xi8>) {kernel = array<i64: 1, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm tiled>, channels = 18 : i64, register = array<i64: 4, 1>, block = 7 : i64, product = #target.product<"aarch64", "smmla">} epilogue {
  ^bb0(%sum: i32, %scale: f32):
    %0 = arith.sitofp %sum : i32 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.fptosi %1 : f32 to i8
    linalg.yield %2 : i8
  }
  func.return
}
