// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Vectors of cells, the last one with 2 of them; the image's size is the same for all.
func.func @decode(%b: memref<9x4x42xf32>, %s: memref<9x42xf32>, %a: memref<9x2xf32>, %c: memref<2x42xf32>, %i: memref<3xf32>, %y: memref<9x6x42xf32>) {
  kernel.decode_proposals ins(%b, %s, %a, %c, %i : memref<9x4x42xf32>, memref<9x42xf32>, memref<9x2xf32>, memref<2x42xf32>, memref<3xf32>) outs(%y : memref<9x6x42xf32>) {min_size = 16 : i64}
  func.return
}
// CHECK-LABEL: @decode
// CHECK:         simd.share
// CHECK:           scf.for
// CHECK:             simd.load %s[{{.*}}] : memref<9x42xf32> -> vector<8xf32>
// CHECK:             simd.compare oge
// CHECK-COUNT-6:   simd.store {{.*}} : vector<8xf32>, memref<9x6x42xf32>
// CHECK-NOT:       simd.store
// CHECK:           simd.load %s[{{.*}}] first 2
// CHECK-COUNT-6:   simd.store {{.*}} first 2 : vector<8xf32>

// Gathered, sorted, and rid of overlaps in the workspace; then copied, and the rest filled.
func.func @select(%x: memref<9x6x42xf32>, %c: memref<50x4xf32>, %s: memref<50x1xf32>, %w: memref<2396xf32>) {
  kernel.select_proposals ins(%x : memref<9x6x42xf32>) outs(%c, %s : memref<50x4xf32>, memref<50x1xf32>) workspace(%w : memref<2396xf32>) {candidates = 60 : i64, overlap = 0.5 : f32}
  func.return
}
// CHECK-LABEL: @select
// CHECK:         [[N:%.*]] = scf.for
// CHECK:           scf.for
// CHECK:             simd.load %x
// CHECK:             scf.if
// CHECK-COUNT-6:       simd.store {{.*}}, %w
// CHECK:         scf.while
// CHECK:         arith.minsi [[N]]
// CHECK:         scf.while
// CHECK:           scf.while
// CHECK-COUNT-6:     simd.store {{.*}}, %w
// CHECK:         scf.for
// CHECK:           simd.store {{.*}}, %s
// CHECK-COUNT-4:   simd.store {{.*}}, %c
// CHECK:         scf.for
// CHECK:           simd.store {{.*}}, %s
// CHECK-COUNT-4:   simd.store {{.*}}, %c
