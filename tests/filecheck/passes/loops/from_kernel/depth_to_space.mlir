// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Of the first row and column of blocks, and of the last, only some places are in the output.
func.func @partial(%x: memref<1x3x2x8xf32>, %y: memref<2x4x3xf32>) {
  kernel.depth_to_space ins(%x : memref<1x3x2x8xf32>) outs(%y : memref<2x4x3xf32>) {block = array<i64: 2, 2>, start = array<i64: 1, 1>}
  func.return
}
// CHECK-LABEL: @partial
// The lower right place of block (0, 0): channels 6 and 7.
// CHECK:         "scf.parallel"
// CHECK:           simd.load %x[%{{.*}} + 6] : memref<1x3x2x8xf32> -> f32
// CHECK:           simd.load %x[%{{.*}} + 7] : memref<1x3x2x8xf32> -> f32
// CHECK:         "scf.parallel"
// CHECK:         "scf.parallel"

// Neighbouring lanes are neighbouring pixels: a vector at a time.
func.func @vector(%x: memref<1x3x5x8xf32>, %y: memref<1x6x20xf32>) {
  kernel.depth_to_space ins(%x : memref<1x3x5x8xf32>) outs(%y : memref<1x6x20xf32>) {block = array<i64: 2, 4>, start = array<i64: 0, 0>}
  func.return
}
// CHECK-LABEL: @vector
// CHECK:         "scf.parallel"
// CHECK:           scf.for
// CHECK:             [[A:%.*]] = simd.load %x[{{.*}}] : memref<1x3x5x8xf32> -> vector<4xf32>
// CHECK:             simd.store [[A]], %y
// CHECK:             [[B:%.*]] = simd.load %x[{{.*}} + 4] : memref<1x3x5x8xf32> -> vector<4xf32>
// CHECK:             simd.store [[B]], %y
// CHECK-NOT:         simd.load
