// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Each thread fills three tables of the columns from the image's extents, then works on its rows;
// an image of one column, in which no word of four bytes can be read, has loops of its own.
func.func @resized(%x: memref<9x9x3xui8>, %e: memref<3xi32>, %y: memref<3x6x8xf32>, %w: memref<64xi32>) {
  kernel.from_pixels_resize ins(%x, %e : memref<9x9x3xui8>, memref<3xi32>) outs(%y : memref<3x6x8xf32>) workspace(%w : memref<64xi32>) {pixel_type = "rgb", mean = array<f32: 1.0, 1.0, 1.0>, norm = array<f32: 0.5, 0.5, 0.5>}
  func.return
}
// CHECK-LABEL:   @resized
// CHECK-COUNT-3:   simd.load %e
// CHECK:           simd.share
// CHECK:             scf.for
// CHECK:               simd.convert truncf {{.*}} : vector<8xf64> -> vector<8xf32>
// CHECK-COUNT-3:       simd.store {{.*}} %w
// CHECK-NOT:           simd.store {{.*}} %w
// CHECK:             scf.for
// CHECK:               scf.if
// CHECK-NOT:             vector<4xui8>
// CHECK:                 simd.splat {{.*}} : i32 -> vector<8xi32>
// CHECK-NOT:             vector<4xui8>
// CHECK:               } else {
// CHECK:                 simd.load %x[%{{.*}} + 0] : memref<9x9x3xui8> -> vector<4xui8>
// CHECK:                 simd.load %x[%{{.*}} + 2] : memref<9x9x3xui8> -> vector<4xui8>
// CHECK:                 simd.from_elements
// CHECK:                 simd.fma

// A letterbox also has a table of where the image is, and rows with nothing of it.
func.func @letterbox(%x: memref<9x9x1xui8>, %e: memref<3xi32>, %y: memref<1x6x8xf32>, %w: memref<64xi32>) {
  kernel.from_pixels_resize ins(%x, %e : memref<9x9x1xui8>, memref<3xi32>) outs(%y : memref<1x6x8xf32>) workspace(%w : memref<64xi32>) {pixel_type = "gray", mean = array<f32: 0.0>, norm = array<f32: 1.0>, letterbox = 114.0 : f32}
  func.return
}
// CHECK-LABEL:   @letterbox
// CHECK:           [[BORDER:%.*]] = arith.constant dense<1.140000e+02>
// CHECK:           simd.share
// CHECK-COUNT-4:     simd.store {{.*}} %w
// CHECK:             scf.if
// CHECK:               simd.load %x[%{{.*}} + 0] : memref<9x9x1xui8> -> vector<2xui8>
// CHECK:               simd.select {{.*}} [[BORDER]]
// CHECK:             } else {
// CHECK-NOT:           simd.load
// CHECK:               simd.store [[BORDER]]
