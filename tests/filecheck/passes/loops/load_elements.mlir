// RUN: ncnnc-opt %s -p 'attach-target{target="aarch64+dotprod"},load-elements' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target=x86-avx2},load-elements' | filecheck %s --check-prefix=OTHER

// Four neighbours are a vector, also where other ops lie between them. What is left over is loaded
// as before, as is what no product reads.
func.func private @floats(%x: memref<64xf32>, %y: memref<64xf32>, %i: index, %w: vector<4xf32>) {
  %a = simd.broadcast_load %x[%i + 9] : memref<64xf32> -> vector<4xf32>
  %s = simd.fma %a, %w, %w : vector<4xf32>
  %b = simd.broadcast_load %x[%i + 8] : memref<64xf32> -> vector<4xf32>
  %c = simd.broadcast_load %x[%i + 11] : memref<64xf32> -> vector<4xf32>
  %d = simd.broadcast_load %x[%i + 10] : memref<64xf32> -> vector<4xf32>
  %e = simd.broadcast_load %x[%i + 12] : memref<64xf32> -> vector<4xf32>
  %f = simd.broadcast_load %x[%i + 13] : memref<64xf32> -> vector<4xf32>
  %t = simd.fma %b, %w, %s : vector<4xf32>
  %u = simd.fma %c, %w, %t : vector<4xf32>
  %v = simd.fma %d, %w, %u : vector<4xf32>
  %g = simd.fma %e, %w, %v : vector<4xf32>
  %h = arith.addf %f, %g : vector<4xf32>
  simd.store %h, %y[%i + 0] : vector<4xf32>, memref<64xf32>
  func.return
}
// CHECK-LABEL: @floats
// CHECK-NEXT:    [[V:%.*]] = simd.load %x[%i + 8] : memref<64xf32> -> vector<4xf32>
// CHECK-NEXT:    [[A:%.*]] = simd.shuffle [[V]], [[V]] [1, 1, 1, 1]
// CHECK-NEXT:    simd.fma [[A]], %w, %w
// CHECK-NEXT:    [[B:%.*]] = simd.shuffle [[V]], [[V]] [0, 0, 0, 0]
// CHECK-NEXT:    [[C:%.*]] = simd.shuffle [[V]], [[V]] [3, 3, 3, 3]
// CHECK-NEXT:    [[D:%.*]] = simd.shuffle [[V]], [[V]] [2, 2, 2, 2]
// CHECK-NEXT:    simd.broadcast_load %x[%i + 12]
// CHECK-NEXT:    simd.broadcast_load %x[%i + 13]
// CHECK-NEXT:    simd.fma [[B]]
// CHECK-NEXT:    simd.fma [[C]]
// CHECK-NEXT:    simd.fma [[D]]
// OTHER-LABEL: @floats
// OTHER-NOT:     simd.load

// Not where something is stored between them, nor of other buffers or indices.
func.func private @apart(%x: memref<64xf32>, %y: memref<64xf32>, %i: index, %j: index, %w: vector<4xf32>) {
  %a = simd.broadcast_load %x[%i + 0] : memref<64xf32> -> vector<4xf32>
  %s = simd.fma %a, %w, %w : vector<4xf32>
  %b = simd.broadcast_load %x[%i + 1] : memref<64xf32> -> vector<4xf32>
  %t = simd.fma %b, %w, %s : vector<4xf32>
  simd.store %s, %y[%i + 0] : vector<4xf32>, memref<64xf32>
  %c = simd.broadcast_load %x[%i + 2] : memref<64xf32> -> vector<4xf32>
  %d = simd.broadcast_load %x[%i + 3] : memref<64xf32> -> vector<4xf32>
  %e = simd.broadcast_load %x[%j + 4] : memref<64xf32> -> vector<4xf32>
  %f = simd.broadcast_load %y[%i + 5] : memref<64xf32> -> vector<4xf32>
  %u = simd.fma %c, %w, %t : vector<4xf32>
  %v = simd.fma %d, %w, %u : vector<4xf32>
  %g = simd.fma %e, %w, %v : vector<4xf32>
  %h = simd.fma %f, %w, %g : vector<4xf32>
  simd.store %h, %y[%i + 0] : vector<4xf32>, memref<64xf32>
  func.return
}
// CHECK-LABEL: @apart
// CHECK-NOT:     simd.load
// CHECK-NOT:     simd.shuffle

// An element may be several neighbours.
func.func private @bytes(%x: memref<64xi8>, %w: vector<16xi8>, %s: vector<4xi32>, %y: memref<4xi32>) {
  %a = simd.broadcast_load %x[0] of 4 : memref<64xi8> -> vector<16xi8>
  %b = simd.broadcast_load %x[4] of 4 : memref<64xi8> -> vector<16xi8>
  %c = simd.broadcast_load %x[8] of 4 : memref<64xi8> -> vector<16xi8>
  %d = simd.broadcast_load %x[12] of 4 : memref<64xi8> -> vector<16xi8>
  %p = simd.dot #target.product<"aarch64", "sdot"> %a, %w, %s : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  %q = simd.dot #target.product<"aarch64", "sdot"> %b, %w, %p : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  %r = simd.dot #target.product<"aarch64", "sdot"> %c, %w, %q : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  %t = simd.dot #target.product<"aarch64", "sdot"> %d, %w, %r : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  simd.store %t, %y[0] : vector<4xi32>, memref<4xi32>
  func.return
}
// CHECK-LABEL: @bytes
// CHECK-NEXT:    [[V:%.*]] = simd.load %x[0] : memref<64xi8> -> vector<16xi8>
// CHECK-NEXT:    simd.shuffle [[V]], [[V]] [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]
// CHECK-NEXT:    simd.shuffle [[V]], [[V]] [4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7]

// Elements at a distance: two or more of a vector, within what is read. One alone is loaded as
// before.
func.func private @strides(%x: memref<64xf32>, %y: memref<64xf32>, %i: index, %w: vector<4xf32>) {
  %a = simd.broadcast_load %x[%i + 5] : memref<64xf32> -> vector<4xf32>
  %b = simd.broadcast_load %x[%i + 7] : memref<64xf32> -> vector<4xf32>
  %c = simd.broadcast_load %x[%i + 9] : memref<64xf32> -> vector<4xf32>
  %d = simd.broadcast_load %x[%i + 11] : memref<64xf32> -> vector<4xf32>
  %e = simd.broadcast_load %x[%i + 20] : memref<64xf32> -> vector<4xf32>
  %s = simd.fma %a, %w, %w : vector<4xf32>
  %t = simd.fma %b, %w, %s : vector<4xf32>
  %u = simd.fma %c, %w, %t : vector<4xf32>
  %v = simd.fma %d, %w, %u : vector<4xf32>
  %z = simd.fma %e, %w, %v : vector<4xf32>
  simd.store %z, %y[%i + 0] : vector<4xf32>, memref<64xf32>
  %f = simd.broadcast_load %x[%i + 30] : memref<64xf32> -> vector<4xf32>
  %g = simd.broadcast_load %x[%i + 32] : memref<64xf32> -> vector<4xf32>
  %p = simd.fma %f, %w, %z : vector<4xf32>
  %q = simd.fma %g, %w, %p : vector<4xf32>
  simd.store %q, %y[%i + 4] : vector<4xf32>, memref<64xf32>
  func.return
}
// CHECK-LABEL: @strides
// CHECK-NEXT:    [[V:%.*]] = simd.load %x[%i + 5] : memref<64xf32> -> vector<4xf32>
// CHECK-NEXT:    simd.shuffle [[V]], [[V]] [0, 0, 0, 0]
// CHECK-NEXT:    simd.shuffle [[V]], [[V]] [2, 2, 2, 2]
// CHECK-NEXT:    [[W:%.*]] = simd.load %x[%i + 9] : memref<64xf32> -> vector<4xf32>
// CHECK-NEXT:    simd.shuffle [[W]], [[W]] [0, 0, 0, 0]
// CHECK-NEXT:    simd.shuffle [[W]], [[W]] [2, 2, 2, 2]
// CHECK-NEXT:    simd.broadcast_load %x[%i + 20]
// CHECK-NOT:     simd.load
