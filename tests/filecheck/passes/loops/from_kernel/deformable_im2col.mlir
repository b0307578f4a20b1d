// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Four rows and columns of taps around sixteen places, then channels: eight, and four more.
func.func @gather(%x: memref<2x4x6x8xf32>, %s: memref<2x4x4xf32>, %o: memref<8x4x4xf32>, %m: memref<4x4x4xf32>, %y: memref<8x4x4x8xf32>, %w: memref<128xf32>) {
  kernel.deformable_im2col ins(%x, %s, %o, %m : memref<2x4x6x8xf32>, memref<2x4x4xf32>, memref<8x4x4xf32>, memref<4x4x4xf32>) outs(%y : memref<8x4x4x8xf32>) workspace(%w : memref<128xf32>) {kernel = array<i64: 2, 2>, dilation = array<i64: 1, 1>, channels = 12 : i64}
  func.return
}
// CHECK-LABEL: @gather
// CHECK:         scf.parallel
// CHECK:           simd.load %s
// CHECK:           simd.load %o
// CHECK:           simd.load %m
// CHECK-COUNT-8:   simd.store %{{.*}}, %w
// CHECK:           simd.load %m
// CHECK-COUNT-8:   simd.store %{{.*}}, %w
// CHECK:           scf.for
// CHECK-COUNT-4:     simd.load %x[{{.*}} + 0] : memref
// CHECK:             simd.store %{{.*}}, %y
// CHECK:           scf.for
// CHECK-COUNT-4:     simd.load %x[{{.*}}] first 4
// CHECK:             simd.store %{{.*}}, %y
