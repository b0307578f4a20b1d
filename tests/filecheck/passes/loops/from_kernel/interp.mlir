// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Two rows of two pixels each, all four weighted.
func.func @bilinear(%x: memref<2x4x6x8xf32>, %y: memref<2x5x3x8xf32>, %r: memref<5x2xi64>, %c: memref<3x2xi64>, %v: memref<5x2xf32>, %w: memref<3x2xf32>) {
  kernel.interp ins(%x, %r, %c, %v, %w : memref<2x4x6x8xf32>, memref<5x2xi64>, memref<3x2xi64>, memref<5x2xf32>, memref<3x2xf32>) outs(%y : memref<2x5x3x8xf32>)
  func.return
}
// CHECK-LABEL: @bilinear
// CHECK:         scf.parallel
// CHECK-COUNT-2:   simd.load %r
// CHECK-COUNT-2:   simd.broadcast_load %v
// CHECK:           scf.for
// CHECK-COUNT-2:     simd.load %c
// CHECK-COUNT-4:     simd.load %x
// CHECK-COUNT-2:     simd.broadcast_load %w
// CHECK-COUNT-3:     simd.fma
// CHECK-NEXT:        simd.store

// Copies need no arithmetic.
func.func @nearest(%x: memref<2x4x6x8xf32>, %y: memref<2x5x3x8xf32>, %r: memref<5x1xi64>, %c: memref<3x1xi64>) {
  kernel.interp ins(%x, %r, %c : memref<2x4x6x8xf32>, memref<5x1xi64>, memref<3x1xi64>) outs(%y : memref<2x5x3x8xf32>)
  func.return
}
// CHECK-LABEL: @nearest
// CHECK:         [[PIXEL:%.*]] = simd.load %x
// CHECK-NOT:     arith.mulf
// CHECK:         simd.store [[PIXEL]], %y
