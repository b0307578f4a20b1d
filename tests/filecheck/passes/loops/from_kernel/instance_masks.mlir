// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Threads share three bands of prototypes. Objects are visited as long as there are some; ten rows
// of sums are kept, and enlarged to four pixels for each column, 8 and then 5 columns.
func.func @main(%a: memref<5x38xf32>, %p: memref<32x20x13xf32>, %y: memref<5x80x52xi8>, %w: memref<528xf32>) {
  kernel.instance_masks ins(%a, %p : memref<5x38xf32>, memref<32x20x13xf32>) outs(%y : memref<5x80x52xi8>) workspace(%w : memref<528xf32>)
  func.return
}
// CHECK:         scf.parallel
// CHECK:           scf.while
// CHECK:             simd.load %a
// CHECK:             scf.if
// CHECK-COUNT-10:      simd.load %p
// CHECK-COUNT-10:      simd.store {{.*}}, %w
// CHECK-COUNT-10:      simd.load %p{{.*}} first 5
// CHECK:             scf.for
// CHECK:               simd.store {{.*}} : vector<32xi8>, memref<5x80x52xi8>
// CHECK:               simd.store {{.*}} first 20 : vector<32xi8>, memref<5x80x52xi8>
// CHECK:               scf.if
// CHECK-COUNT-6:         simd.load %w
// CHECK-COUNT-4:         simd.compare ogt
// CHECK:                 simd.store {{.*}}, %y
// CHECK:           scf.if
// CHECK:             simd.store {{.*}} : i8, memref<5x80x52xi8>
