// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Rows of s0 elements become one row: each begins where the last one ends, and ends exactly, with a
// vector that overlaps the one before.
func.func @merge(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<5x48xf32>, %y: memref<240xf32>) {
  kernel.strided_copy ins(%x : memref<5x48xf32>) outs(%y : memref<240xf32>) {extents = array<i64: 5, 48>, source = affine_map<()[s0] -> (0, 48, 1)>, destination = affine_map<()[s0] -> (0, s0, 1)>, bounds = affine_map<()[s0] -> (5, s0)>}
  func.return
}
// CHECK-LABEL: @merge
// CHECK:         simd.load %n[0] : memref<1xi64> -> i64
// CHECK-NEXT:    %[[T:.*]] = arith.index_cast
// CHECK:         scf.for %[[ROW:.*]] =
// CHECK:           %[[TO:.*]] = arith.muli %[[ROW]], %[[T]]
// CHECK:           scf.if
// CHECK-NEXT:        %[[LAST:.*]] = arith.addi %[[T]],
// CHECK-NEXT:        scf.for
// CHECK:               simd.load %x[{{.*}}] : memref<5x48xf32> -> vector<8xf32>
// CHECK:               simd.store
// CHECK:             arith.addi %[[TO]], %[[LAST]]
// CHECK-NEXT:        simd.store %{{.*}}, %y[{{.*}}] : vector<8xf32>

// Axes that both sides walk through are one, so that 15 elements lie side by side; of small copies
// threads share nothing.
func.func @rows(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<16x5x3xf32>, %y: memref<16x5x3xf32>) {
  kernel.strided_copy ins(%x : memref<16x5x3xf32>) outs(%y : memref<16x5x3xf32>) {extents = array<i64: 16, 5, 3>, source = affine_map<()[s0] -> (0, 15, 3, 1)>, destination = affine_map<()[s0] -> (0, 15, 3, 1)>, bounds = affine_map<()[s0] -> (s0, 5, 3)>}
  func.return
}
// CHECK-LABEL: @rows
// CHECK-NOT:     scf.parallel
// CHECK:         arith.muli %{{.*}}, %{{.*}}
// CHECK-NOT:     simd.share
// CHECK:         scf.if

// Threads share the outermost axis of a large one.
func.func @large(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<512x40xf32>, %y: memref<512x40xf32>) {
  kernel.strided_copy ins(%x : memref<512x40xf32>) outs(%y : memref<512x40xf32>) {extents = array<i64: 512, 32>, source = affine_map<()[s0] -> (s0, 40, 1)>, destination = affine_map<()[s0] -> (0, 40, 1)>, bounds = affine_map<()[s0] -> (512, s0)>}
  func.return
}
// CHECK-LABEL: @large
// CHECK:         scf.parallel
