// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+vnni"},convert-kernel-to-loops' | filecheck %s

// Four channels of a position are repeated, and multiplied by as many of 16 outputs.
func.func @main(%x: memref<1x4x4x16xi8>, %u: memref<2304xi8>, %s: memref<1x16xi32>, %f: memref<1x16xf32>, %g: memref<1x16xf32>, %y: memref<1x4x4x16xi8>, %w: memref<2304xui8>) {
  // What is gathered has its sign flipped; borders are what a flipped zero is.
  // CHECK-DAG: arith.constant dense<-128> : vector<64xi8>
  // CHECK-DAG: arith.constant dense<128> : vector<64xui8>
  // CHECK:     arith.xori {{.*}} : vector<64xi8>
  // CHECK:     simd.convert bitcast {{.*}} : vector<64xi8> -> vector<64xui8>
  // CHECK:     simd.load %s[0] : memref<1x16xi32> -> vector<16xi32>
  // CHECK:     simd.prefetch %u[{{.*}} + 8192]
  // CHECK:     simd.broadcast_load %w[{{.*}}] of 4 : memref<2304xui8> -> vector<64xui8>
  // CHECK:     simd.dot {{.*}} : vector<64xui8>, vector<64xi8> -> vector<16xi32>
  // Product and sum of the epilogue are rounded one after the other.
  // CHECK-NOT: simd.fma
  // CHECK:     arith.mulf
  // CHECK-NOT: simd.fma
  // CHECK:     arith.addf
  // CHECK-NOT: simd.fma
  // CHECK:     simd.store {{.*}} : vector<16xi8>, memref<1x4x4x16xi8>
  kernel.convolution ins(%x, %u, %s, %f, %g : memref<1x4x4x16xi8>, memref<2304xi8>, memref<1x16xi32>, memref<1x16xf32>, memref<1x16xf32>) outs(%y : memref<1x4x4x16xi8>) workspace(%w : memref<2304xui8>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 16 : i64, register = array<i64: 8, 1>, block = 16 : i64, product = #target.product<"x86-avx512", "vpdpbusd">, weights_ahead = array<i64: 0, 1>} epilogue {
  ^bb0(%sum: i32, %scale: f32, %bias: f32):
    %0 = arith.sitofp %sum : i32 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.addf %1, %bias : f32
    %3 = arith.fptosi %2 : f32 to i8
    linalg.yield %3 : i8
  }
  func.return
}
