// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Eight pixels are read at once, whatever their rows, and their channels taken apart.
func.func @bgr(%x: memref<4x5x3xui8>, %y: memref<3x4x5xf32>) {
  kernel.from_pixels ins(%x : memref<4x5x3xui8>) outs(%y : memref<3x4x5xf32>) {pixel_type = "rgb2bgr", mean = array<f32: 0.0, 0.0, 1.0>, norm = array<f32: 1.0, 1.0, 0.5>}
  func.return
}
// CHECK-LABEL: @bgr
// CHECK:         scf.parallel
// CHECK:           [[PIXELS:%.*]] = simd.load %x[%{{.*}} + 0] : memref<4x5x3xui8> -> vector<24xui8>
// CHECK-NEXT:      simd.shuffle [[PIXELS]], [[PIXELS]] [2, 5, 8, 11, 14, 17, 20, 23]
// CHECK-NEXT:      simd.convert extui
// CHECK-NEXT:      simd.convert sitofp
// CHECK-NEXT:      simd.store {{.*}} + 0]
// CHECK-NEXT:      simd.shuffle [[PIXELS]], [[PIXELS]] [1, 4,
// CHECK:           simd.store {{.*}} + 20]
// CHECK-NEXT:      simd.shuffle [[PIXELS]], [[PIXELS]] [0, 3,
// CHECK:           simd.fma
// CHECK-NEXT:      simd.store {{.*}} + 40]
// CHECK:         scf.parallel
// CHECK:           simd.load %x[%{{.*}} + 0] first 12 : memref<4x5x3xui8> -> vector<24xui8>
// CHECK:           simd.store {{.*}} first 4

// What is made of no byte is a constant.
func.func @alpha(%x: memref<2x4x1xui8>, %y: memref<4x2x4xf32>) {
  kernel.from_pixels ins(%x : memref<2x4x1xui8>) outs(%y : memref<4x2x4xf32>) {pixel_type = "gray2rgba", mean = array<f32: 0.0, 0.0, 0.0, 0.0>, norm = array<f32: 1.0, 1.0, 1.0, 1.0>}
  func.return
}
// CHECK-LABEL: @alpha
// CHECK:         [[OPAQUE:%.*]] = arith.constant dense<2.550000e+02>
// CHECK:         simd.load %x
// CHECK-NOT:     simd.shuffle
// CHECK:         simd.store [[OPAQUE]]
