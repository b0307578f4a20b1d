// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// 13 channels: the first block whole, of the second 5 lanes; zeros outside of the image.
func.func @packed(%x: memref<2x4x4x8xf32>, %y: memref<18x4x4x8xf32>) {
  kernel.im2col ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<18x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, channels = 13 : i64}
  func.return
}
// CHECK-LABEL: @packed
// CHECK:         [[ZERO:%.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK:         scf.parallel
// CHECK:           scf.if
// CHECK:             simd.store [[ZERO]], %y
// CHECK:             simd.load %x[{{.*}}] : {{.*}} -> vector<8xf32>
// CHECK:           } else {
// CHECK:             simd.store [[ZERO]], %y
// CHECK:         scf.parallel
// CHECK:             simd.load %x[{{.*}}] first 5

// Single channels of stride 1 are copied along rows, a vector at a time.
func.func @plain(%x: memref<3x9x20x1xf32>, %y: memref<27x9x20x1xf32>) {
  kernel.im2col ins(%x : memref<3x9x20x1xf32>) outs(%y : memref<27x9x20x1xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>}
  func.return
}
// CHECK-LABEL: @plain
// CHECK:         scf.parallel
// CHECK-NOT:     scf.parallel
// CHECK:           simd.load %x[{{.*}}] : {{.*}} -> vector<8xf32>
// CHECK:           simd.load %x[{{.*}}] : {{.*}} -> f32

// A batch: of the 2 blocks of 3 images the first 3 planes whole, of the others 5 lanes.
func.func @batch(%x: memref<2x3x4x4x8xf32>, %y: memref<18x3x4x4x8xf32>) {
  kernel.im2col ins(%x : memref<2x3x4x4x8xf32>) outs(%y : memref<18x3x4x4x8xf32>) {kernel = array<i64: 1, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 1, 1, 0, 1, 1>, channels = 13 : i64}
  func.return
}
// CHECK-LABEL: @batch
// CHECK-DAG:     [[PLANES:%.*]] = arith.constant 27 : index
// CHECK:         "scf.parallel"({{%.*}}, [[PLANES]], {{%.*}})
// CHECK:         "scf.parallel"({{%.*}}, [[PLANES]], {{%.*}})
// CHECK:             simd.load %x[{{.*}}] first 5
