// RUN: verify-diagnostics %s

func.func @main(%m: memref<64xf32>, %n: index, %failure: memref<8xi64>, %failure1: memref<7xi64>) {
  // expected-error @+1 {{a part has the elements of its buffer}}
  simd.check_bounds %m[0] within %n, %n, %failure {buffer = 0 : i64} : memref<64xf32> -> memref<16xi8>
  // expected-error @+1 {{a part has one axis, and 1 to 4096 bytes}}
  simd.check_bounds %m[0] within %n, %n, %failure {buffer = 0 : i64} : memref<64xf32> -> memref<1025xf32>
  // expected-error @+1 {{a part has one axis, and 1 to 4096 bytes}}
  simd.check_bounds %m[0] within %n, %n, %failure {buffer = 0 : i64} : memref<64xf32> -> memref<?xf32>
  // expected-error @+1 {{a part has one axis, and 1 to 4096 bytes}}
  simd.check_bounds %m[0] within %n, %n, %failure {buffer = 0 : i64} : memref<64xf32> -> memref<2x2xf32>
  // expected-error @+1 {{the number of a buffer must not be negative}}
  simd.check_bounds %m[0] within %n, %n, %failure {buffer = -1 : i64} : memref<64xf32> -> memref<16xf32>
  // expected-error @+1 {{memref<7xi64>}}
  "simd.check_bounds"(%m, %n, %n, %failure1) <{offset = 0 : i64, buffer = 0 : i64}> : (memref<64xf32>, index, index, memref<7xi64>) -> memref<16xf32>
  func.return
}
