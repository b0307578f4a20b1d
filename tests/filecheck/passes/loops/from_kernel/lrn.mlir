// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Neighbouring channels are shifted in from the blocks before and after. The first block has none
// before it; of the last, 5 lanes are channels.
func.func @across(%x: memref<3x4x4x8xf32>, %y: memref<3x4x4x8xf32>) {
  kernel.lrn ins(%x : memref<3x4x4x8xf32>) outs(%y : memref<3x4x4x8xf32>) {region = #kernel<lrn_region across_channels>, channels = 21 : i64, local_size = 3 : i64, scale = 0.2 : f32, beta = 0.75 : f32, bias = 1.0 : f32}
  func.return
}
// CHECK-LABEL: @across
// CHECK:         scf.parallel
// CHECK-COUNT-2:   simd.load %x
// CHECK-NOT:       simd.load
// CHECK-COUNT-2:   simd.shuffle
// CHECK:           [[ROOT:%.*]] = math.sqrt
// CHECK-NEXT:      math.sqrt [[ROOT]]
// CHECK:           simd.store
// CHECK:         scf.parallel
// CHECK-COUNT-3:   simd.load %x
// CHECK:           simd.shuffle {{.*}} [0, 1, 2, 3, 4, 13, 14, 15]
// CHECK:           simd.shuffle {{.*}} [7, 8, 9, 10, 11, 12, 13, 14]
// CHECK:           simd.shuffle {{.*}} [1, 2, 3, 4, 5, 6, 7, 8]
// CHECK:         scf.parallel
// CHECK-COUNT-2:   simd.load %x

// Windows are cut at the borders of the image.
func.func @within(%x: memref<3x4x4x8xf32>, %y: memref<3x4x4x8xf32>) {
  kernel.lrn ins(%x : memref<3x4x4x8xf32>) outs(%y : memref<3x4x4x8xf32>) {region = #kernel<lrn_region within_channel>, channels = 21 : i64, local_size = 3 : i64, scale = 0.2 : f32, beta = 0.75 : f32, bias = 1.0 : f32}
  func.return
}
// CHECK-LABEL: @within
// CHECK:         scf.parallel
// CHECK:           arith.maxsi
// CHECK:           arith.minsi
// CHECK:           [[SUM:%.*]] = scf.for
// CHECK:             scf.for
// CHECK:               [[V:%.*]] = simd.load %x
// CHECK-NEXT:          simd.fma [[V]], [[V]]
// CHECK:           simd.fma [[SUM]]
