// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// The places of two vectors of pixels, then blocks of channels at each, or zeros where a place is
// outside; five pixels are left.
func.func @bilinear(%x: memref<2x1x4x6x8xf32>, %g: memref<2x21xf32>, %y: memref<2x1x7x3x8xf32>, %w: memref<144xf32>) {
  kernel.grid_sample ins(%x, %g : memref<2x1x4x6x8xf32>, memref<2x21xf32>) outs(%y : memref<2x1x7x3x8xf32>) workspace(%w : memref<144xf32>) {mode = #kernel<sample_mode bilinear>, padding = #kernel<sample_padding zeros>, planar}
  func.return
}
// CHECK-LABEL: @bilinear
// CHECK:         scf.parallel
// CHECK-COUNT-4:   simd.load %g
// CHECK:           math.floor
// CHECK-COUNT-18:  simd.store %{{.*}}, %w
// CHECK:           scf.for
// CHECK:             scf.if
// CHECK-COUNT-4:       simd.broadcast_load %w
// CHECK-COUNT-4:       simd.load %x
// CHECK:               simd.fma
// CHECK:               simd.store %{{.*}}, %y
// CHECK-COUNT-4:       simd.load %x
// CHECK:               simd.fma
// CHECK:               simd.store %{{.*}}, %y
// CHECK:             else
// CHECK-NOT:           simd.load
// CHECK-COUNT-2:       simd.store %{{.*}}, %y
// CHECK:         scf.parallel
// CHECK-COUNT-2:   simd.load %g[{{.*}}] first 5
// CHECK-NOT:       simd.load %g
// CHECK:           scf.for

// Cells that cannot be outside are copied.
func.func @nearest(%x: memref<1x1x4x6x8xf32>, %g: memref<16x2xf32>, %y: memref<1x1x4x4x8xf32>, %w: memref<64xf32>) {
  kernel.grid_sample ins(%x, %g : memref<1x1x4x6x8xf32>, memref<16x2xf32>) outs(%y : memref<1x1x4x4x8xf32>) workspace(%w : memref<64xf32>) {mode = #kernel<sample_mode nearest>, padding = #kernel<sample_padding border>}
  func.return
}
// CHECK-LABEL: @nearest
// CHECK:         simd.shuffle %{{.*}}, %{{.*}} [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK:         simd.shuffle %{{.*}}, %{{.*}} [1, 3, 5, 7, 9, 11, 13, 15]
// CHECK:         scf.for
// CHECK-NOT:       simd.broadcast_load
// CHECK:           [[CELL:%.*]] = simd.load %x
// CHECK:           simd.store [[CELL]], %y
