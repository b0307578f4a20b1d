// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Rows in parallel; the places of two vectors of pixels, then blocks of channels at each.
func.func @clamped(%x: memref<2x4x21x8xf32>, %f: memref<2x4x21xf32>, %y: memref<2x4x21x8xf32>, %w: memref<144xf32>) {
  kernel.warp ins(%x, %f : memref<2x4x21x8xf32>, memref<2x4x21xf32>) outs(%y : memref<2x4x21x8xf32>) workspace(%w : memref<144xf32>)
  func.return
}
// CHECK-LABEL: @clamped
// CHECK:         scf.parallel
// CHECK-COUNT-4:   simd.load %f
// CHECK-NOT:       scf.if
// CHECK:           scf.for
// CHECK-COUNT-4:     simd.broadcast_load %w
// CHECK-COUNT-4:     simd.load %x
// CHECK:             simd.store %{{.*}}, %y
// CHECK-COUNT-4:     simd.load %x
// CHECK:             simd.store %{{.*}}, %y
// CHECK-COUNT-2:   simd.load %f[{{.*}}] first 5
// CHECK-NOT:       simd.load %f
// CHECK:           scf.for

// What is outside is not read.
func.func @zero(%x: memref<1x4x8x8xf32>, %f: memref<2x4x8xf32>, %y: memref<1x4x8x8xf32>, %w: memref<144xf32>) {
  kernel.warp ins(%x, %f : memref<1x4x8x8xf32>, memref<2x4x8xf32>) outs(%y : memref<1x4x8x8xf32>) workspace(%w : memref<144xf32>) {zeros_outside}
  func.return
}
// CHECK-LABEL: @zero
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-COUNT-4:     simd.load %x
// CHECK:           else
// CHECK-NOT:         simd.load
// CHECK:             simd.store %{{.*}}, %y

// 16 cells, each with a place and a weight of its own.
func.func @filter(%x: memref<1x4x8x8xf32>, %f: memref<2x4x8xf32>, %k: memref<16x4x8xf32>, %y: memref<1x4x8x8xf32>, %w: memref<528xf32>) {
  kernel.filter_interpolation ins(%x, %f, %k : memref<1x4x8x8xf32>, memref<2x4x8xf32>, memref<16x4x8xf32>) outs(%y : memref<1x4x8x8xf32>) workspace(%w : memref<528xf32>)
  func.return
}
// CHECK-LABEL: @filter
// CHECK-COUNT-2:  simd.load %f
// CHECK-COUNT-16: simd.load %k
// CHECK:          scf.for
// CHECK-COUNT-16:   simd.broadcast_load %w
// CHECK-COUNT-16:   simd.load %x
// CHECK:            simd.store %{{.*}}, %y
