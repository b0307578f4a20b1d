// RUN: round-trip %s

func.func @main(%m: memref<4x16xf32>, %t: memref<8xi64>, %i: index, %s: f32, %x: vector<16xf32>, %q: memref<64xi8>, %h: memref<32xbf16>, %a: vector<32xi16>, %b: vector<16xi32>, %half: vector<16xf16>, %bytes: vector<16xi8>, %four: vector<4xi32>, %rows: vector<1024xi8>, %square: vector<256xi32>) {
  // Memory: an index or none, a constant, the whole vector or its first lanes, or one element.
  %0 = simd.load %m[%i + 48] : memref<4x16xf32> -> vector<16xf32>
  %1 = simd.load %m[0] first 3 : memref<4x16xf32> -> vector<16xf32>
  %2 = simd.load %t[%i + 0] : memref<8xi64> -> i64
  %3 = simd.load %m[%i + -16] : memref<4x16xf32> -> vector<16xf32>
  %g0, %g1, %g2 = simd.load_group %m[%i + 4] : memref<4x16xf32> -> vector<4xf32>, vector<4xf32>, vector<4xf32>
  %4 = simd.broadcast_load %m[%i + 3] : memref<4x16xf32> -> vector<16xf32>
  simd.store %x, %m[%i + 16] : vector<16xf32>, memref<4x16xf32>
  simd.store %x, %m[0] first 15 : vector<16xf32>, memref<4x16xf32>
  simd.store %s, %m[63] : f32, memref<4x16xf32>
  simd.prefetch %m[%i + 512] : memref<4x16xf32>
  simd.prefetch %m[32] : memref<4x16xf32> into L2

  // Elements of any type.
  %q0 = simd.load %q[%i + 0] : memref<64xi8> -> vector<16xi8>
  %h0 = simd.broadcast_load %h[1] : memref<32xbf16> -> vector<8xbf16>
  %q1 = simd.broadcast_load %q[%i + 4] of 4 : memref<64xi8> -> vector<64xi8>

  // Arithmetic: on vectors and on scalars.
  %5 = simd.fma %x, %x, %x : vector<16xf32>
  %6 = simd.fma %s, %s, %s : f32
  %max = simd.maximum %x, %x : vector<16xf32>
  %min = simd.minimum %s, %s : f32
  %7 = simd.splat %s : f32 -> vector<8xf32>
  %mask = simd.compare olt %x, %x : vector<16xf32> -> vector<16xi1>
  %8 = simd.select %mask, %x, %x : vector<16xi1>, vector<16xf32>, vector<16xf32> -> vector<16xf32>
  %e = simd.from_elements %s, %s : f32, f32 -> vector<2xf32>
  %d = simd.convert sitofp %b : vector<16xi32> -> vector<16xf64>
  %n = simd.convert truncf %d : vector<16xf64> -> vector<16xf32>
  %9 = simd.shuffle %x, %x [0, 16, -1, 31] : vector<16xf32>, vector<16xf32> -> vector<4xf32>
  %10 = simd.convert bitcast %x : vector<16xf32> -> vector<16xi32>
  %h2 = simd.convert truncf %x : vector<16xf32> -> vector<16xbf16>
  %h3 = simd.convert bitcast %h2 : vector<16xbf16> -> vector<8xf32>
  %h4 = simd.broadcast_load %h[2] of 2 : memref<32xbf16> -> vector<8xbf16>
  %pairs = simd.convert bitcast %10 : vector<16xi32> -> vector<32xi16>
  %11 = simd.convert sitofp %b : vector<16xi32> -> vector<16xf32>
  %12 = simd.convert fptosi %x : vector<16xf32> -> vector<16xi8>
  %13 = simd.convert trunci %b : vector<16xi32> -> vector<16xi16>
  %14 = simd.convert extf %half : vector<16xf16> -> vector<16xf32>
  %15 = simd.compare slt %b, %b : vector<16xi32> -> vector<16xi1>
  %16 = simd.dot #target.product<"x86-avx512", "vpmaddwd"> %a, %a, %b : vector<32xi16>, vector<32xi16> -> vector<16xi32>
  %matrices = simd.dot #target.product<"aarch64", "smmla"> %bytes, %bytes, %four : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  %tiles = simd.dot #target.product<"x86-avx512", "tdpbssd"> %rows, %rows, %square : vector<1024xi8>, vector<1024xi8> -> vector<256xi32>
  %whole = simd.truncate %x : vector<16xf32> -> vector<16xi32>
  %nearest = simd.round %x : vector<16xf32> -> vector<16xi32>
  %high = simd.load_integer %q[%i + 8] : memref<64xi8>
  %low = simd.load %q[%i + 0] : memref<64xi8> -> vector<8xi8>
  %both = simd.append_lanes %low, %high : vector<8xi8> -> vector<16xi8>
  %powers = simd.table_lookup %b [1, 2, 4, -8] : vector<16xi32>
  %17 = simd.narrow(%b, %whole) : (vector<16xi32>, vector<16xi32>) -> vector<32xi8>
  %top = simd.reduce max %x : vector<16xf32> -> f32
  %any = simd.reduce max %mask : vector<16xi1> -> i1
  %18 = simd.to_int8 %top
  %byte = simd.to_int8 %top bounded non_negative
  %19 = simd.call "powf"(%x, %x) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %own = simd.thread_part %q of %i : memref<64xi8>
  simd.barrier %i
  simd.share %i {
  ^bb0(%first: index, %last: index):
    simd.barrier %last
  }
  func.return
}
