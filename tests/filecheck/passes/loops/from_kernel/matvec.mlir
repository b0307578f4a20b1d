// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// One row: eight sums under way, two for each of four vectors of outputs.
func.func @vector(%x: memref<1x64xf32>, %w: memref<4096xf32>, %y: memref<1x64xf32>) {
  kernel.matvec ins(%x, %w : memref<1x64xf32>, memref<4096xf32>) outs(%y : memref<1x64xf32>) {lanes = 8 : i64, register = array<i64: 1, 4>}
  func.return
}
// CHECK-LABEL: @vector
// CHECK:         simd.share
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK-SAME:      -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK-COUNT-8:     simd.fma
// CHECK-COUNT-4:   arith.addf
// CHECK-COUNT-4:   simd.store

// Outputs that do not fill their last vector: its store is partial.
func.func @partial(%x: memref<1x64xf32>, %w: memref<1536xf32>, %b: memref<3x8xf32>, %y: memref<1x20xf32>) {
  kernel.matvec ins(%x, %w, %b : memref<1x64xf32>, memref<1536xf32>, memref<3x8xf32>) outs(%y : memref<1x20xf32>) {lanes = 8 : i64, register = array<i64: 1, 3>} epilogue {
  ^bb0(%a: f32, %c: f32):
    %r = arith.addf %a, %c : f32
    linalg.yield %r : f32
  }
  func.return
}
// CHECK-LABEL: @partial
// CHECK:         simd.load %b[16]
// CHECK:         simd.store %{{.*}}, %y[16] first 4
