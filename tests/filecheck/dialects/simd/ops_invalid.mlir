// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%m: memref<16xf32>) {
  // CHECK: 'first' must be positive and less than the number of lanes
  %0 = simd.load %m[0] first 8 : memref<16xf32> -> vector<8xf32>
  func.return
}

// -----

func.func @main(%m: memref<16xf32>, %x: vector<8xf32>) {
  // CHECK: 'first' must be positive and less than the number of lanes
  simd.store %x, %m[0] first 0 : vector<8xf32>, memref<16xf32>
  func.return
}

// -----

func.func @main(%m: memref<16xi64>) {
  // CHECK: accesses f32 in a buffer of memref<16xi64>
  %0 = simd.load %m[0] : memref<16xi64> -> vector<8xf32>
  func.return
}

// -----

func.func @main(%m: memref<16xi64>) {
  // CHECK: accesses f32 in a buffer of memref<16xi64>
  %0 = simd.broadcast_load %m[0] : memref<16xi64> -> vector<8xf32>
  func.return
}

// -----

func.func @main(%m: memref<16xi8>) {
  // CHECK: the lanes must be those of several neighbours, repeated
  %0 = simd.broadcast_load %m[0] of 4 : memref<16xi8> -> vector<6xi8>
  func.return
}

// -----

func.func @main(%m: memref<16xf32>, %x: i64) {
  // CHECK: accesses i64 in a buffer of memref<16xf32>
  simd.store %x, %m[0] : i64, memref<16xf32>
  func.return
}

// -----

func.func @main(%x: vector<8xi32>) {
  // CHECK: compares f32, not vector<8xi32>
  %0 = simd.maximum %x, %x : vector<8xi32>
  func.return
}

// -----

func.func @main(%x: vector<8xf32>) {
  // CHECK: unknown predicate 'less'
  %0 = simd.compare "less" %x, %x : vector<8xf32> -> vector<8xi1>
  func.return
}

// -----

func.func @main(%x: vector<8xf32>) {
  // CHECK: the mask needs one bit per lane
  %0 = simd.compare "olt" %x, %x : vector<8xf32> -> vector<4xi1>
  func.return
}

// -----

func.func @main(%mask: vector<8xi1>, %x: vector<8xf32>, %y: vector<4xf32>) {
  // CHECK: operands and result must have one type
  %0 = simd.select %mask, %x, %y : vector<8xi1>, vector<8xf32>, vector<4xf32> -> vector<8xf32>
  func.return
}

// -----

func.func @main(%x: vector<8xf32>, %y: vector<4xf32>) {
  // CHECK: operands must have one type
  %0 = simd.shuffle %x, %y [0, 1] : vector<8xf32>, vector<4xf32> -> vector<2xf32>
  func.return
}

// -----

func.func @main(%x: vector<8xf32>) {
  // CHECK: the mask needs one entry per lane of the result
  %0 = simd.shuffle %x, %x [0, 1, 2] : vector<8xf32>, vector<8xf32> -> vector<2xf32>
  func.return
}

// -----

func.func @main(%x: vector<8xf32>) {
  // CHECK: a mask entry is out of range
  %0 = simd.shuffle %x, %x [0, 16] : vector<8xf32>, vector<8xf32> -> vector<2xf32>
  func.return
}

// -----

func.func @main(%x: vector<8xf32>) {
  // CHECK: unknown conversion 'round'
  %0 = simd.convert "round" %x : vector<8xf32> -> vector<8xi32>
  func.return
}

// -----

func.func @main(%x: vector<8xf32>) {
  // CHECK: unknown reduction 'mean'
  %0 = simd.reduce "mean" %x : vector<8xf32> -> f32
  func.return
}

// -----

func.func @main(%x: vector<8xi32>) {
  // CHECK: unknown predicate 'olt'
  %0 = simd.compare "olt" %x, %x : vector<8xi32> -> vector<8xi1>
  func.return
}

// -----

func.func @main(%x: vector<8xbf16>) {
  // CHECK: no comparison of vector<8xbf16>
  %0 = simd.compare "olt" %x, %x : vector<8xbf16> -> vector<8xi1>
  func.return
}

// -----

func.func @main(%x: vector<8xf32>) {
  // CHECK: 'sitofp' does not make f32 of f32
  %0 = simd.convert "sitofp" %x : vector<8xf32> -> vector<8xf32>
  func.return
}

// -----

func.func @main(%x: vector<8xbf16>) {
  // CHECK: 'extf' does not make f32 of bf16
  %0 = simd.convert "extf" %x : vector<8xbf16> -> vector<8xf32>
  func.return
}

// -----

func.func @main(%x: vector<8xi8>) {
  // CHECK: 'trunci' does not make i16 of i8
  %0 = simd.convert "trunci" %x : vector<8xi8> -> vector<8xi16>
  func.return
}

// -----

func.func @main(%x: vector<8xi16>) {
  // CHECK: 8 x i16 are not as many bits as 8 x f32
  %0 = simd.convert "bitcast" %x : vector<8xi16> -> vector<8xf32>
  func.return
}

// -----

func.func @main(%x: vector<8xi8>) {
  // CHECK: a conversion keeps the number of lanes
  %0 = simd.convert "extsi" %x : vector<8xi8> -> vector<4xi16>
  func.return
}

// -----

func.func @main(%x: vector<16xi16>, %s: vector<4xi32>) {
  // CHECK: vpmaddwd adds 2 products to each lane of the sum
  %0 = simd.dot #target.product<"x86-avx2", "vpmaddwd"> %x, %x, %s : vector<16xi16>, vector<16xi16> -> vector<4xi32>
  func.return
}

// -----

func.func @main(%x: vector<32xi8>, %s: vector<8xi32>) {
  // CHECK: vpdpbusd multiplies u8 x s8 -> s32, not s8 x s8 -> s32
  %0 = simd.dot #target.product<"x86-avx2", "vpdpbusd"> %x, %x, %s : vector<32xi8>, vector<32xi8> -> vector<8xi32>
  func.return
}

// -----

func.func @main(%x: vector<8xi16>, %s: vector<2xi32>) {
  // CHECK: vpmaddwd has no vectors of 64 bits
  %0 = simd.dot #target.product<"x86-avx2", "vpmaddwd"> %x, %x, %s : vector<8xi16>, vector<8xi16> -> vector<2xi32>
  func.return
}

// -----

func.func @main(%x: vector<8xf32>) {
  // CHECK: makes i32 of f32
  %0 = simd.truncate %x : vector<8xf32> -> vector<8xi16>
  func.return
}

// -----

func.func @main(%x: vector<8xf32>) {
  // CHECK: keeps the number of lanes
  %0 = simd.truncate %x : vector<8xf32> -> vector<4xi32>
  func.return
}

// -----

func.func @main(%x: vector<8xi32>) {
  // CHECK: takes 1, 2, 4, ... vectors
  %0 = simd.narrow (%x, %x, %x) : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> vector<24xi8>
  func.return
}

// -----

func.func @main(%x: vector<8xi32>) {
  // CHECK: takes four vectors by part
  %0 = simd.narrow by_part (%x, %x) : (vector<8xi32>, vector<8xi32>) -> vector<16xi8>
  func.return
}

// -----

func.func @main(%x: vector<8xi16>) {
  // CHECK: makes i8 of i32
  %0 = simd.narrow (%x) : (vector<8xi16>) -> vector<8xi8>
  func.return
}

// -----

func.func @main(%x: vector<8xi32>) {
  // CHECK: the result has the lanes of all operands
  %0 = simd.narrow (%x, %x) : (vector<8xi32>, vector<8xi32>) -> vector<8xi8>
  func.return
}

// -----

func.func @main(%i: index) {
  // CHECK: the body takes two indices, the first unit and the end
  simd.share %i {
  ^bb0(%first: index):
    simd.barrier %first
  }
  func.return
}

// -----

func.func @main(%x: vector<8xf32>) {
  // CHECK: a conversion keeps the number of lanes
  %0 = simd.convert "truncf" %x : vector<8xf32> -> vector<4xbf16>
  func.return
}

// -----

func.func @main(%x: vector<8xbf16>) {
  // CHECK: 'truncf' does not make f32 of bf16
  %0 = simd.convert "truncf" %x : vector<8xbf16> -> vector<8xf32>
  func.return
}

// -----

func.func @main(%x: f32) {
  // CHECK: needs a scalar for each lane
  %0 = simd.from_elements %x, %x : f32, f32 -> vector<4xf32>
  func.return
}

// -----

func.func @main(%x: f32, %i: i32) {
  // CHECK: the scalars must have the type of the lanes
  %0 = simd.from_elements %x, %i : f32, i32 -> vector<2xf32>
  func.return
}
