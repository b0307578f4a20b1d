// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// The row is copied, two vectors and three elements; each result is the largest of the blocks, and
// its block is scanned again.
func.func @top_k(%x: memref<3x19xf32>, %v: memref<3x2xf32>, %p: memref<3x2xf32>, %w: memref<288xf32>) {
  kernel.top_k ins(%x : memref<3x19xf32>) outs(%v, %p : memref<3x2xf32>, memref<3x2xf32>) workspace(%w : memref<288xf32>)
  func.return
}
// CHECK-LABEL: @top_k
// CHECK:         scf.parallel
// CHECK:           simd.load %x
// CHECK:           simd.load %x[{{.*}}] first 3
// CHECK:           scf.for
// CHECK:             simd.compare ogt
// CHECK:           simd.reduce max
// CHECK:           simd.reduce min
// CHECK:           scf.for
// CHECK:             simd.reduce max
// CHECK:             simd.reduce min
// CHECK:             simd.store {{.*}}, %v
// CHECK:             simd.store {{.*}}, %p
// CHECK:             scf.for
// CHECK:             simd.reduce max
