// RUN: ncnnc-opt %s -p 'attach-target{target="aarch64+dotprod+load_bytes=8"},halve-loads' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="aarch64+dotprod"},halve-loads' | filecheck %s --check-prefix=OTHER

// A vector that products read is loaded in halves before earlier products, one thing before each;
// one before all products, of other readers, of floats or of a few lanes stays.
func.func private @k(%x: memref<256xi8>, %f: memref<64xf32>, %y: memref<256xi8>, %i: index, %s: vector<4xi32>, %t: vector<4xf32>) {
  %a = simd.load %x[%i + 0] : memref<256xi8> -> vector<16xi8>
  %p0 = simd.dot #target.product<"aarch64", "sdot"> %a, %a, %s : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  %p1 = simd.dot #target.product<"aarch64", "sdot"> %a, %a, %s : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  simd.prefetch %x[%i + 128] : memref<256xi8>
  %p2 = simd.dot #target.product<"aarch64", "sdot"> %a, %a, %s : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  %p3 = simd.dot #target.product<"aarch64", "sdot"> %a, %a, %s : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  %p4 = simd.dot #target.product<"aarch64", "sdot"> %a, %a, %s : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  %c = arith.constant 16 : index
  %j = arith.addi %i, %c : index
  %b = simd.load %x[%j + 0] : memref<256xi8> -> vector<16xi8>
  %e = simd.shuffle %b, %b [4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7] : vector<16xi8>, vector<16xi8> -> vector<16xi8>
  %p5 = simd.dot #target.product<"aarch64", "sdot"> %a, %e, %p0 : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  %g = simd.load %f[%i + 0] : memref<64xf32> -> vector<4xf32>
  %q = simd.fma %g, %g, %t : vector<4xf32>
  %d = simd.load %x[%i + 48] : memref<256xi8> -> vector<16xi8>
  %h = simd.load %x[%i + 64] first 5 : memref<256xi8> -> vector<16xi8>
  %p6 = simd.dot #target.product<"aarch64", "sdot"> %h, %d, %p5 : vector<16xi8>, vector<16xi8> -> vector<4xi32>
  simd.store %d, %y[%i + 0] : vector<16xi8>, memref<256xi8>
  func.return
}
// CHECK-LABEL: @k
// CHECK-NEXT:    %a = simd.load %x[%i + 0] : memref<256xi8> -> vector<16xi8>
// CHECK-NEXT:    %c = arith.constant 16
// CHECK-NEXT:    %j = arith.addi %i, %c
// CHECK-NEXT:    [[HIGH:%[0-9]+]] = simd.load_integer %x[%j + 8] : memref<256xi8>
// CHECK-NEXT:    %p0 = simd.dot
// CHECK-NEXT:    [[LOW:%[0-9]+]] = simd.load %x[%j + 0] : memref<256xi8> -> vector<8xi8>
// CHECK-NEXT:    %p1 = simd.dot
// CHECK-NEXT:    simd.prefetch
// CHECK-NEXT:    %p2 = simd.dot
// CHECK-NEXT:    %p3 = simd.dot
// CHECK-NEXT:    %p4 = simd.dot
// CHECK-NEXT:    %b = simd.append_lanes [[LOW]], [[HIGH]] : vector<8xi8> -> vector<16xi8>
// CHECK-NEXT:    %e = simd.shuffle
// CHECK-NEXT:    %p5 = simd.dot
// CHECK-NEXT:    %g = simd.load %f
// CHECK-NEXT:    %q = simd.fma
// CHECK-NEXT:    %d = simd.load %x[%i + 48] : memref<256xi8> -> vector<16xi8>
// CHECK-NEXT:    %h = simd.load %x[%i + 64] first 5
// CHECK-NEXT:    %p6 = simd.dot
// CHECK-NEXT:    simd.store
// OTHER-NOT: simd.append_lanes
