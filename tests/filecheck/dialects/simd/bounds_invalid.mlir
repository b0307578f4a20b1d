// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%m: memref<64xf32>, %n: index, %failure: memref<8xi64>) {
  // CHECK: a part has the elements of its buffer
  %p = simd.check_bounds %m[0] within %n, %n, %failure {buffer = 0 : i64} : memref<64xf32> -> memref<16xi8>
  func.return
}

// -----

func.func @main(%m: memref<64xf32>, %n: index, %failure: memref<8xi64>) {
  // CHECK: a part has one axis, and 1 to 4096 bytes
  %p = simd.check_bounds %m[0] within %n, %n, %failure {buffer = 0 : i64} : memref<64xf32> -> memref<1025xf32>
  func.return
}

// -----

func.func @main(%m: memref<64xf32>, %n: index, %failure: memref<8xi64>) {
  // CHECK: a part has one axis, and 1 to 4096 bytes
  %p = simd.check_bounds %m[0] within %n, %n, %failure {buffer = 0 : i64} : memref<64xf32> -> memref<?xf32>
  func.return
}

// -----

func.func @main(%m: memref<64xf32>, %n: index, %failure: memref<8xi64>) {
  // CHECK: a part has one axis, and 1 to 4096 bytes
  %p = simd.check_bounds %m[0] within %n, %n, %failure {buffer = 0 : i64} : memref<64xf32> -> memref<2x2xf32>
  func.return
}

// -----

func.func @main(%m: memref<64xf32>, %n: index, %failure: memref<8xi64>) {
  // CHECK: the number of a buffer must not be negative
  %p = simd.check_bounds %m[0] within %n, %n, %failure {buffer = -1 : i64} : memref<64xf32> -> memref<16xf32>
  func.return
}

// -----

func.func @main(%m: memref<64xf32>, %n: index, %failure: memref<7xi64>) {
  // CHECK: memref<7xi64>
  %p = "simd.check_bounds"(%m, %n, %n, %failure) <{offset = 0 : i64, buffer = 0 : i64}> : (memref<64xf32>, index, index, memref<7xi64>) -> memref<16xf32>
  func.return
}
