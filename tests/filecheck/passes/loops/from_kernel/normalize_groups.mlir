// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Every lane by itself: no sums over lanes, one loop for threads.
func.func @instance(%x: memref<2x20x8xf32>, %f: memref<16xf32>, %y: memref<2x20x8xf32>) {
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<16xf32>, memref<16xf32>) outs(%y : memref<2x20x8xf32>) {guard = #kernel<eps_guard added_to_square>, channels = 12 : i64, groups = 12 : i64, eps = 1.0e-05 : f32, centred}
  func.return
}
// CHECK-LABEL: @instance
// CHECK-NOT:     simd.reduce
// CHECK:         scf.parallel
// CHECK:           math.sqrt
// CHECK:           simd.store %{{.*}}, %y
// CHECK-NOT:     scf.parallel

// Threads share the blocks of a group.
func.func @one_group(%x: memref<2x20x8xf32>, %f: memref<16xf32>, %y: memref<2x20x8xf32>, %s: memref<2x16xf32>) {
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<16xf32>, memref<16xf32>) outs(%y, %s : memref<2x20x8xf32>, memref<2x16xf32>) {guard = #kernel<eps_guard added_to_square>, channels = 12 : i64, groups = 1 : i64, eps = 1.0e-05 : f32, centred, shares_vectors}
  func.return
}
// CHECK-LABEL: @one_group
// CHECK:         scf.parallel
// CHECK:           simd.store %{{.*}}, %s
// CHECK:         scf.parallel
// CHECK:           math.sqrt
// CHECK:           simd.store %{{.*}}, %s
// CHECK:         scf.parallel
// CHECK:           simd.store %{{.*}}, %y

// Groups of four channels, two in each block: a block is read again while it is in a cache.
func.func @groups(%x: memref<2x20x8xf32>, %f: memref<16xf32>, %y: memref<2x20x8xf32>, %s: memref<2x16xf32>) {
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<16xf32>, memref<16xf32>) outs(%y, %s : memref<2x20x8xf32>, memref<2x16xf32>) {guard = #kernel<eps_guard added_to_root>, channels = 16 : i64, groups = 4 : i64, eps = 1.0e-05 : f32, centred}
  func.return
}
// CHECK-LABEL: @groups
// CHECK:         scf.parallel
// CHECK:           simd.store %{{.*}}, %s
// CHECK:           math.sqrt
// CHECK:           simd.store %{{.*}}, %y
// CHECK-NOT:     scf.parallel

// The mean of some elements is that of the first.
func.func @sample(%x: memref<2x20x8xf32>, %f: memref<16xf32>, %y: memref<2x20x8xf32>) {
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<16xf32>, memref<16xf32>) outs(%y : memref<2x20x8xf32>) {guard = #kernel<eps_guard added_to_square>, channels = 12 : i64, groups = 12 : i64, eps = 1.0e-05 : f32, centred, sample = 32 : i64}
  func.return
}
// CHECK-LABEL: @sample
// CHECK:         arith.constant dense<2.500000e-01>
