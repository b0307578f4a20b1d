// RUN: verify-diagnostics %s

func.func @main(%m: memref<16xf32>, %x: vector<8xf32>, %m1: memref<16xi64>, %m2: memref<16xi8>, %x1: i64, %x2: vector<8xi32>, %mask: vector<8xi1>, %y: vector<4xf32>, %x3: vector<8xbf16>, %x4: vector<8xi8>, %x5: vector<8xi16>, %x6: vector<16xi16>, %s: vector<4xi32>, %x7: vector<32xi8>, %s1: vector<8xi32>, %s2: vector<2xi32>, %i: index, %x8: f32, %i1: i32) {
  // expected-error @+1 {{'first' must be positive and less than the number of lanes}}
  simd.load %m[0] first 8 : memref<16xf32> -> vector<8xf32>
  // expected-error @+1 {{'first' must be positive and less than the number of lanes}}
  simd.store %x, %m[0] first 0 : vector<8xf32>, memref<16xf32>
  // expected-error @+1 {{accesses f32 in a buffer of memref<16xi64>}}
  simd.load %m1[0] : memref<16xi64> -> vector<8xf32>
  // expected-error @+1 {{accesses f32 in a buffer of memref<16xi64>}}
  simd.broadcast_load %m1[0] : memref<16xi64> -> vector<8xf32>
  // expected-error @+1 {{needs several vectors of one type}}
  simd.load_group %m[0] : memref<16xf32> -> vector<4xf32>
  // expected-error @+1 {{needs several vectors of one type}}
  simd.load_group %m[0] : memref<16xf32> -> vector<4xf32>, vector<8xf32>
  // expected-error @+1 {{accesses f32 in a buffer of memref<16xi64>}}
  simd.load_group %m1[0] : memref<16xi64> -> vector<4xf32>, vector<4xf32>
  // expected-error @+1 {{the lanes must repeat those of several neighbours}}
  simd.broadcast_load %m2[0] of 4 : memref<16xi8> -> vector<6xi8>
  // expected-error @+1 {{the result must have twice the lanes}}
  simd.append_lanes %x4, %x1 : vector<8xi8> -> vector<32xi8>
  // expected-error @+1 {{the vector must have 64 bits}}
  simd.append_lanes %x2, %x1 : vector<8xi32> -> vector<16xi32>
  // expected-error @+1 {{accesses i64 in a buffer of memref<16xf32>}}
  simd.store %x1, %m[0] : i64, memref<16xf32>
  // expected-error @+1 {{compares f32, not vector<8xi32>}}
  simd.maximum %x2, %x2 : vector<8xi32>
  // expected-error @+1 {{the mask needs one bit per lane}}
  simd.compare olt %x, %x : vector<8xf32> -> vector<4xi1>
  // expected-error @+1 {{operands and result must have one type}}
  simd.select %mask, %x, %y : vector<8xi1>, vector<8xf32>, vector<4xf32> -> vector<8xf32>
  // expected-error @+1 {{operands must have one type}}
  simd.shuffle %x, %y [0, 1] : vector<8xf32>, vector<4xf32> -> vector<2xf32>
  // expected-error @+1 {{the mask needs one entry per lane of the result}}
  simd.shuffle %x, %x [0, 1, 2] : vector<8xf32>, vector<8xf32> -> vector<2xf32>
  // expected-error @+1 {{a mask entry is out of range}}
  simd.shuffle %x, %x [0, 16] : vector<8xf32>, vector<8xf32> -> vector<2xf32>
  // expected-error @+1 {{'olt' does not compare vector<8xi32>}}
  simd.compare olt %x2, %x2 : vector<8xi32> -> vector<8xi1>
  // expected-error @+1 {{no comparison of vector<8xbf16>}}
  simd.compare olt %x3, %x3 : vector<8xbf16> -> vector<8xi1>
  // expected-error @+1 {{'sitofp' does not make f32 of f32}}
  simd.convert sitofp %x : vector<8xf32> -> vector<8xf32>
  // expected-error @+1 {{'extf' does not make f32 of bf16}}
  simd.convert extf %x3 : vector<8xbf16> -> vector<8xf32>
  // expected-error @+1 {{'trunci' does not make i16 of i8}}
  simd.convert trunci %x4 : vector<8xi8> -> vector<8xi16>
  // expected-error @+1 {{8 x i16 differ in bits from 8 x f32}}
  simd.convert bitcast %x5 : vector<8xi16> -> vector<8xf32>
  // expected-error @+1 {{a conversion keeps the number of lanes}}
  simd.convert extsi %x4 : vector<8xi8> -> vector<4xi16>
  // expected-error @+1 {{vpmaddwd adds 2 products to each lane of the sum}}
  simd.dot #target.product<"x86-avx2", "vpmaddwd"> %x6, %x6, %s : vector<16xi16>, vector<16xi16> -> vector<4xi32>
  // expected-error @+1 {{vpdpbusd multiplies u8 x s8 -> s32, not s8 x s8 -> s32}}
  simd.dot #target.product<"x86-avx2", "vpdpbusd"> %x7, %x7, %s1 : vector<32xi8>, vector<32xi8> -> vector<8xi32>
  // expected-error @+1 {{smmla adds 8 products to each lane of the sum}}
  simd.dot #target.product<"aarch64", "smmla"> %x7, %x7, %s : vector<32xi8>, vector<32xi8> -> vector<4xi32>
  // expected-error @+1 {{vpmaddwd has no vectors of 64 bits}}
  simd.dot #target.product<"x86-avx2", "vpmaddwd"> %x5, %x5, %s2 : vector<8xi16>, vector<8xi16> -> vector<2xi32>
  // expected-error @+1 {{makes i32 of f32}}
  simd.truncate %x : vector<8xf32> -> vector<8xi16>
  // expected-error @+1 {{keeps the number of lanes}}
  simd.truncate %x : vector<8xf32> -> vector<4xi32>
  // expected-error @+1 {{makes i32 of f32}}
  simd.round %x2 : vector<8xi32> -> vector<8xi32>
  // expected-error @+1 {{keeps the number of lanes}}
  simd.round %x : vector<8xf32> -> vector<4xi32>
  // expected-error @+1 {{looks up i32}}
  simd.table_lookup %x [1, 2] : vector<8xf32>
  // expected-error @+1 {{the table must have 2^k entries}}
  simd.table_lookup %x2 [1, 2, 3] : vector<8xi32>
  // expected-error @+1 {{takes 1, 2, 4, ... vectors}}
  simd.narrow (%x2, %x2, %x2) : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> vector<24xi8>
  // expected-error @+1 {{makes i8 of i32}}
  simd.narrow (%x5) : (vector<8xi16>) -> vector<8xi8>
  // expected-error @+1 {{the result has the lanes of all operands}}
  simd.narrow (%x2, %x2) : (vector<8xi32>, vector<8xi32>) -> vector<8xi8>
  // expected-error @+1 {{needs a known number of bytes}}
  simd.thread_part %m of %i : memref<16xf32>
  // expected-error @+1 {{the body takes two indices, the first unit and the end}}
  simd.share %i {
  ^bb0(%first: index):
    simd.barrier %first
  }
  // expected-error @+1 {{a conversion keeps the number of lanes}}
  simd.convert truncf %x : vector<8xf32> -> vector<4xbf16>
  // expected-error @+1 {{'truncf' does not make f32 of bf16}}
  simd.convert truncf %x3 : vector<8xbf16> -> vector<8xf32>
  // expected-error @+1 {{needs a scalar for each lane}}
  simd.from_elements %x8, %x8 : f32, f32 -> vector<4xf32>
  // expected-error @+1 {{the scalars must have the type of the lanes}}
  simd.from_elements %x8, %i1 : f32, i32 -> vector<2xf32>
  func.return
}
