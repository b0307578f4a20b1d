// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Bins in parallel; both blocks of channels share a sample's place.
func.func @align(%x: memref<2x4x6x8xf32>, %r: memref<4xf32>, %y: memref<2x5x3x8xf32>) {
  kernel.roi_align ins(%x, %r : memref<2x4x6x8xf32>, memref<4xf32>) outs(%y : memref<2x5x3x8xf32>) {scale = 0.5 : f32, samples = 0 : i64}
  func.return
}
// CHECK-LABEL: @align
// CHECK:         scf.parallel
// CHECK-COUNT-4:   simd.load %r
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK-COUNT-8:       simd.load %x
// CHECK-COUNT-2:   simd.store %{{.*}}, %y

func.func @max(%x: memref<1x4x6x8xf32>, %r: memref<4xf32>, %y: memref<1x5x3x8xf32>) {
  kernel.roi_max ins(%x, %r : memref<1x4x6x8xf32>, memref<4xf32>) outs(%y : memref<1x5x3x8xf32>) {scale = 0.5 : f32}
  func.return
}
// CHECK-LABEL: @max
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               simd.maximum
// CHECK:           simd.store %{{.*}}, %y

func.func @mean(%x: memref<30x4x6xf32>, %r: memref<4xf32>, %y: memref<2x5x3xf32>) {
  kernel.roi_mean ins(%x, %r : memref<30x4x6xf32>, memref<4xf32>) outs(%y : memref<2x5x3xf32>) {scale = 0.5 : f32}
  func.return
}
// CHECK-LABEL: @mean
// CHECK:         scf.parallel
// CHECK-COUNT-3:   scf.for
// CHECK:             arith.addf
// CHECK:           simd.store %{{.*}}, %y
