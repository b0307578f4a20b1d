// RUN: round-trip %s

func.func private @bounds(%m: memref<4x16xf32>, %h: memref<?xi8>, %i: index, %step: index, %failure: memref<8xi64>) {
  %n = arith.constant 64 : index
  %p = simd.check_bounds %m[%i + 48] within %n, %step, %failure {buffer = 0 : i64} : memref<4x16xf32> -> memref<16xf32>
  %q = simd.check_bounds %h[-8] within %i, %step, %failure {buffer = 1 : i64, writes} : memref<?xi8> -> memref<4096xi8>
  func.return
}
