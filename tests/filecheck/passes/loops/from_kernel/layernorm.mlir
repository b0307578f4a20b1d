// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Mean and variance from differences to the first element, then the result. Of 43 elements 32 are summed four vectors at a time, then 8, then 3.
func.func @layernorm(%x: memref<4x43xf32>, %g: memref<43xf32>, %y: memref<4x43xf32>) {
  kernel.normalize_rows ins(%x, %g, %g : memref<4x43xf32>, memref<43xf32>, memref<43xf32>) outs(%y : memref<4x43xf32>) {eps = 1.0e-05 : f32, centred}
  func.return
}
// CHECK-LABEL: @layernorm
// CHECK:         scf.parallel
// CHECK:           simd.broadcast_load %x
// CHECK-COUNT-5:   simd.load %x
// CHECK:           simd.load %x{{.*}} first 3
// CHECK:           simd.reduce
// CHECK:           simd.reduce
// CHECK:           math.sqrt
// CHECK-COUNT-4:   simd.store
// CHECK-NOT:       scf.for
// CHECK:           simd.store {{.*}} first 3

// Of a long row the squares are taken in a second read.
func.func @long(%x: memref<4x256xf32>, %y: memref<4x256xf32>) {
  kernel.normalize_rows ins(%x : memref<4x256xf32>) outs(%y : memref<4x256xf32>) {eps = 1.0e-05 : f32, centred}
  func.return
}
// CHECK-LABEL: @long
// CHECK:         simd.reduce
// CHECK:         scf.for
// CHECK:           arith.subf
// CHECK:         simd.reduce
// CHECK:         math.sqrt

func.func @rmsnorm(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  kernel.normalize_rows ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) {eps = 1.0e-05 : f32}
  func.return
}
// CHECK-LABEL: @rmsnorm
// CHECK-NOT:     arith.subf
// CHECK:         math.sqrt
// CHECK:         simd.store
