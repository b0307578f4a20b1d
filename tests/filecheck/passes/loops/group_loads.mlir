// RUN: ncnnc-opt %s -p 'attach-target{target="aarch64+cortex-a76"},group-loads' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="aarch64+cortex-a55"},group-loads' | filecheck %s --check-prefix=OTHER
// RUN: ncnnc-opt %s -p 'attach-target{target=x86-avx2},group-loads' | filecheck %s --check-prefix=OTHER

// Three or four neighbours are one load, where the earliest was, and so is a pair after them, but
// not another pair, nor one that is left over.
func.func private @k(%x: memref<64xf32>, %y: memref<64xf32>, %i: index, %w: vector<4xf32>) {
  %b = simd.load %x[%i + 4] : memref<64xf32> -> vector<4xf32>
  %p = simd.fma %b, %w, %w : vector<4xf32>
  %a = simd.load %x[%i + 0] : memref<64xf32> -> vector<4xf32>
  %c = simd.load %x[%i + 8] : memref<64xf32> -> vector<4xf32>
  %d = simd.load %x[%i + 12] : memref<64xf32> -> vector<4xf32>
  %e = simd.load %x[%i + 16] : memref<64xf32> -> vector<4xf32>
  %o = simd.load %x[%i + 20] : memref<64xf32> -> vector<4xf32>
  %f = simd.load %x[24] : memref<64xf32> -> vector<4xf32>
  %g = simd.load %x[28] : memref<64xf32> -> vector<4xf32>
  %h = simd.load %x[32] : memref<64xf32> -> vector<4xf32>
  %n = simd.load %x[36] : memref<64xf32> -> vector<4xf32>
  %m = simd.load %x[40] : memref<64xf32> -> vector<4xf32>
  %k = simd.load %x[48] : memref<64xf32> -> vector<4xf32>
  %l = simd.load %x[52] : memref<64xf32> -> vector<4xf32>
  %q = simd.fma %a, %c, %p : vector<4xf32>
  %r = simd.fma %d, %e, %q : vector<4xf32>
  %s = simd.fma %f, %g, %r : vector<4xf32>
  %u = simd.fma %h, %n, %s : vector<4xf32>
  %v = simd.fma %k, %l, %u : vector<4xf32>
  %t = simd.fma %o, %m, %v : vector<4xf32>
  simd.store %t, %y[%i + 0] : vector<4xf32>, memref<64xf32>
  func.return
}
// CHECK-LABEL: @k
// CHECK-NEXT:    [[A:%.*]], [[B:%.*]], [[C:%.*]], [[D:%.*]] = simd.load_group %x[%i + 0] : memref<64xf32> -> vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT:    %p = simd.fma [[B]], %w, %w
// CHECK-NEXT:    [[E:%.*]], [[O:%.*]] = simd.load_group %x[%i + 16] : memref<64xf32> -> vector<4xf32>, vector<4xf32>
// CHECK-NEXT:    [[F:%.*]], [[G:%.*]], [[H:%.*]], [[N:%.*]] = simd.load_group %x[24] :
// CHECK-NEXT:    %m = simd.load %x[40]
// CHECK-NEXT:    %k = simd.load %x[48]
// CHECK-NEXT:    %l = simd.load %x[52]
// CHECK-NEXT:    simd.fma [[A]], [[C]], %p
// CHECK-NEXT:    simd.fma [[D]], [[E]],
// CHECK-NEXT:    simd.fma [[F]], [[G]],
// CHECK-NEXT:    simd.fma [[H]], [[N]],
// CHECK-NEXT:    simd.fma %k, %l,
// CHECK-NEXT:    simd.fma [[O]], %m,
// OTHER-LABEL: @k
// OTHER-NOT:     simd.load_group

// Not pairs, nor with a store between them, nor of other buffers, indices or types, nor parts.
func.func private @apart(%x: memref<64xf32>, %y: memref<64xf32>, %i: index, %j: index, %w: vector<4xf32>) {
  %a = simd.load %x[%i + 0] : memref<64xf32> -> vector<4xf32>
  %b = simd.load %x[%i + 4] : memref<64xf32> -> vector<4xf32>
  %p = simd.fma %a, %b, %w : vector<4xf32>
  simd.store %p, %y[%i + 0] : vector<4xf32>, memref<64xf32>
  %c = simd.load %x[%i + 8] : memref<64xf32> -> vector<4xf32>
  %d = simd.load %x[%i + 12] : memref<64xf32> -> vector<4xf32>
  %e = simd.load %x[%j + 16] : memref<64xf32> -> vector<4xf32>
  %f = simd.load %y[%i + 16] : memref<64xf32> -> vector<4xf32>
  %g = simd.load %x[%i + 16] first 3 : memref<64xf32> -> vector<4xf32>
  %h = simd.load %x[%i + 4] : memref<64xf32> -> f32
  %q = simd.fma %c, %d, %p : vector<4xf32>
  %r = simd.fma %e, %f, %q : vector<4xf32>
  %s = simd.fma %g, %r, %q : vector<4xf32>
  simd.store %s, %y[%i + 4] : vector<4xf32>, memref<64xf32>
  simd.store %h, %y[%i + 8] : f32, memref<64xf32>
  func.return
}
// CHECK-LABEL: @apart
// CHECK-NOT:     simd.load_group

// Not sums, nor what a loop begins with, nor what is read in another block.
func.func private @sums(%x: memref<64xf32>, %y: memref<64xf32>, %i: index, %w: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = simd.load %x[%i + 0] : memref<64xf32> -> vector<4xf32>
  %b = simd.load %x[%i + 4] : memref<64xf32> -> vector<4xf32>
  %c = simd.load %x[%i + 8] : memref<64xf32> -> vector<4xf32>
  %d = simd.load %x[%i + 12] : memref<64xf32> -> vector<4xf32>
  %e = simd.load %x[%i + 16] : memref<64xf32> -> vector<4xf32>
  %f = simd.load %x[%i + 20] : memref<64xf32> -> vector<4xf32>
  %p = simd.fma %a, %w, %b : vector<4xf32>
  %q = scf.for %j = %c0 to %i step %c1 iter_args(%s = %c) -> (vector<4xf32>) {
    %t = simd.fma %d, %w, %s : vector<4xf32>
    scf.yield %t : vector<4xf32>
  }
  %r = arith.addf %p, %q : vector<4xf32>
  %u = arith.addf %e, %r : vector<4xf32>
  %v = arith.addf %f, %u : vector<4xf32>
  simd.store %v, %y[%i + 0] : vector<4xf32>, memref<64xf32>
  func.return
}
// CHECK-LABEL: @sums
// CHECK-NOT:     simd.load_group
