// RUN: ncnnc-opt %s -p 'attach-target{target="aarch64+loads_ahead=2"},advance-loads' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target=x86-avx2},advance-loads' | filecheck %s --check-prefix=OTHER

// Loads, and what is made of them, come two products earlier, but not before what they need, nor
// later than they were.
func.func private @k(%x: memref<64xf32>, %y: memref<64xf32>, %i: index, %w: vector<4xf32>) {
  %p = simd.fma %w, %w, %w : vector<4xf32>
  %q = simd.fma %w, %w, %p : vector<4xf32>
  %r = simd.fma %w, %w, %q : vector<4xf32>
  %c = arith.constant 1 : index
  %j = arith.addi %i, %c : index
  %a = simd.broadcast_load %x[%j + 0] : memref<64xf32> -> vector<4xf32>
  %u = arith.addf %a, %r : vector<4xf32>
  %s = simd.fma %a, %w, %r : vector<4xf32>
  %t = simd.fma %u, %w, %s : vector<4xf32>
  simd.store %t, %y[%i + 0] : vector<4xf32>, memref<64xf32>
  %b = simd.load %x[%i + 4] : memref<64xf32> -> vector<4xf32>
  %v = simd.fma %b, %w, %t : vector<4xf32>
  simd.prefetch %x[%i + 32] : memref<64xf32>
  %d = simd.load %x[%i + 8] : memref<64xf32> -> vector<4xf32>
  %z = simd.fma %d, %w, %v : vector<4xf32>
  simd.store %z, %y[%i + 4] : vector<4xf32>, memref<64xf32>
  func.return
}
// CHECK-LABEL: @k
// CHECK-NEXT:    %p = simd.fma
// CHECK-NEXT:    %c = arith.constant
// CHECK-NEXT:    %j = arith.addi
// CHECK-NEXT:    %a = simd.broadcast_load
// CHECK-NEXT:    %q = simd.fma
// CHECK-NEXT:    %r = simd.fma
// CHECK-NEXT:    %u = arith.addf
// CHECK-NEXT:    %s = simd.fma
// CHECK-NEXT:    %t = simd.fma
// CHECK-NEXT:    simd.store %t
// CHECK-NEXT:    %b = simd.load
// CHECK-NEXT:    %d = simd.load
// CHECK-NEXT:    %v = simd.fma
// CHECK-NEXT:    simd.prefetch
// CHECK-NEXT:    %z = simd.fma
// OTHER-LABEL: @k
// OTHER-NEXT:    %p = simd.fma
// OTHER-NEXT:    %q = simd.fma
// OTHER-NEXT:    %r = simd.fma
// OTHER-NEXT:    %c = arith.constant
