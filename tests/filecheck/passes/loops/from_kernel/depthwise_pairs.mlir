// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+vnni"},convert-kernel-to-loops' | filecheck %s

// Pairs of rows and columns of the output: four columns of a row of the input, masked at the border,
// whose bytes lie side by side for each channel, meet the weights of either column.
func.func @pairs(%x: memref<2x9x8x16xi8>, %u: memref<2x3x1x2x16x4xi8>, %t: memref<2x16xi32>, %s: memref<2x16xf32>, %y: memref<2x9x8x16xi8>) {
  kernel.depthwise ins(%x, %u, %t, %s : memref<2x9x8x16xi8>, memref<2x3x1x2x16x4xi8>, memref<2x16xi32>, memref<2x16xf32>) outs(%y : memref<2x9x8x16xi8>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 8 : i64, product = #target.product<"x86-avx512", "vpdpbusd">} epilogue {
  ^bb0(%a: i32, %b: f32):
    %f = arith.sitofp %a : i32 to f32
    %m = arith.mulf %f, %b : f32
    %r = simd.to_int8 %m
    linalg.yield %r : i8
  }
  func.return
}
// Nine rows are five pairs, the last of which begins a row earlier.
// CHECK-DAG:   [[LAST:%.*]] = arith.constant 7 : index
// CHECK-DAG:   [[PAIRS:%.*]] = arith.constant 10 : index
// CHECK:       simd.share [[PAIRS]]
// CHECK:         arith.minsi {{.*}}, [[LAST]]
// Of four rows only the first and the last may be outside.
// CHECK-COUNT-2:   simd.splat {{.*}} : i8 -> vector<64xi8>
// CHECK-NOT:       simd.splat {{.*}} : i8
// CHECK:         simd.load %t[{{.*}}] : memref<2x16xi32> -> vector<16xi32>
// The column before the first does not exist.
// CHECK-COUNT-3: simd.load %x[{{.*}}] : memref<2x9x8x16xi8> -> vector<16xi8>
// CHECK:         simd.shuffle {{.*}} : vector<16xi32>, vector<16xi32> -> vector<16xi32>
// CHECK:         simd.shuffle {{.*}} : vector<64xi8>, vector<64xi8> -> vector<64xi8>
// CHECK:         arith.andi {{.*}} : vector<64xi8>
// CHECK:         arith.xori {{.*}} : vector<64xi8>
// CHECK:         simd.load %u[{{.*}}] : memref<2x3x1x2x16x4xi8> -> vector<64xi8>
// CHECK:         simd.dot {{.*}} : vector<64xui8>, vector<64xi8> -> vector<16xi32>
// CHECK:         simd.load %x[{{.*}}] : memref<2x9x8x16xi8> -> vector<64xi8>
// CHECK:         simd.narrow
// CHECK:         simd.store {{.*}} : vector<64xi8>

// Inputs that are never negative are multiplied as they are, from sums of 0.
func.func @unsigned(%x: memref<2x9x8x16xi8>, %u: memref<2x3x1x2x16x4xi8>, %y: memref<2x9x8x16xi32>) {
  kernel.depthwise ins(%x, %u : memref<2x9x8x16xi8>, memref<2x3x1x2x16x4xi8>) outs(%y : memref<2x9x8x16xi32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 8 : i64, product = #target.product<"x86-avx512", "vpdpbusd">, non_negative}
  func.return
}
// CHECK-LABEL: @unsigned
// CHECK-NOT:     arith.xori
// CHECK:         simd.dot {{.*}} : vector<64xui8>, vector<64xi8> -> vector<16xi32>
// CHECK-NOT:     arith.xori
// CHECK:         func.return
