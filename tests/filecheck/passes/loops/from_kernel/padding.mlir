// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Replicated cells are loaded once; the rows of the border come before and after those of the image.
func.func @replicate(%x: memref<2x4x5x8xf32>, %y: memref<2x5x8x8xf32>) {
  kernel.padding ins(%x : memref<2x4x5x8xf32>) outs(%y : memref<2x5x8x8xf32>) {kind = #kernel<padding_kind replicate>, before = array<i64: 0, 1, 3>, after = array<i64: 0, 0, 0>, value = 0.0 : f32}
  func.return
}
// CHECK-LABEL: @replicate
// CHECK:         scf.parallel
// CHECK:           [[CELL:%.*]] = simd.load %x
// CHECK:           scf.for
// CHECK:             simd.store [[CELL]], %y
// CHECK:           scf.for
// CHECK:             [[CELL:%.*]] = simd.load %x
// CHECK:             scf.for
// CHECK:               simd.store [[CELL]], %y

// Mirrored elements are one vector in reverse order, as many as there are.
func.func @reflect(%x: memref<4x5x1xf32>, %y: memref<4x8x1xf32>) {
  kernel.padding ins(%x : memref<4x5x1xf32>) outs(%y : memref<4x8x1xf32>) {kind = #kernel<padding_kind reflect>, before = array<i64: 0, 3>, after = array<i64: 0, 0>, value = 0.0 : f32}
  func.return
}
// CHECK-LABEL: @reflect
// CHECK:         [[CELLS:%.*]] = simd.load %x[%{{.*}} + 0] first 3
// CHECK-NEXT:    [[MIRRORED:%.*]] = simd.shuffle [[CELLS]], [[CELLS]] [2, 1, 0, 0, 0, 0, 0, 0]
// CHECK:         simd.store [[MIRRORED]], %y[%{{.*}} + 0] first 3
// CHECK:         simd.load %x[%{{.*}} + 0] first 5
// CHECK:         simd.store %{{.*}}, %y[%{{.*}} + 0] first 5

// A channel's constant fills whole rows at once.
func.func @values(%x: memref<2x4x5x8xf32>, %v: memref<2x8xf32>, %y: memref<2x6x5x8xf32>) {
  kernel.padding ins(%x, %v : memref<2x4x5x8xf32>, memref<2x8xf32>) outs(%y : memref<2x6x5x8xf32>) {kind = #kernel<padding_kind constant>, before = array<i64: 0, 2, 0>, after = array<i64: 0, 0, 0>, value = 0.0 : f32}
  func.return
}
// CHECK-LABEL: @values
// CHECK:         [[ROWS:%.*]] = arith.constant 80 : index
// CHECK:         [[VALUE:%.*]] = simd.load %v
// CHECK:         scf.for %{{.*}} = %{{.*}} to [[ROWS]]
// CHECK:           simd.store [[VALUE]], %y
