// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Eleven pairs: a whole vector of them, and three.
func.func @halves(%x: memref<2x3x22xf32>, %c: memref<3x11xf32>, %y: memref<2x3x22xf32>) {
  kernel.rotary_embed ins(%x, %c, %c : memref<2x3x22xf32>, memref<3x11xf32>, memref<3x11xf32>) outs(%y : memref<2x3x22xf32>)
  func.return
}
func.func @neighbours(%x: memref<2x3x22xf32>, %c: memref<3x11xf32>, %y: memref<2x3x22xf32>) {
  kernel.rotary_embed ins(%x, %c, %c : memref<2x3x22xf32>, memref<3x11xf32>, memref<3x11xf32>) outs(%y : memref<2x3x22xf32>) {interleaved}
  func.return
}
func.func @apart(%x: memref<2x3x22xf32>, %c: memref<3x22xf32>, %y: memref<2x3x22xf32>) {
  kernel.rotary_embed ins(%x, %c, %c : memref<2x3x22xf32>, memref<3x22xf32>, memref<3x22xf32>) outs(%y : memref<2x3x22xf32>) {apart}
  func.return
}
// CHECK-LABEL: @halves
// CHECK:         scf.parallel
// CHECK:           simd.fma
// CHECK:           simd.fma
// CHECK:           simd.load %x[{{.*}} + 11] first 3
// CHECK-LABEL: @neighbours
// CHECK:           simd.shuffle {{.*}} [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK:           simd.shuffle {{.*}} [1, 3, 5, 7, 9, 11, 13, 15]
// CHECK:           simd.shuffle {{.*}} [0, 8, 1, 9, 2, 10, 3, 11]
// CHECK:           simd.load %x[{{.*}}] first 6
// CHECK:           simd.store {{.*}}, %y[{{.*}}] first 6
// CHECK-LABEL: @apart
// CHECK:           simd.load %c[{{.*}} + 11] : memref<3x22xf32> -> vector<8xf32>
// CHECK:           simd.load %c[{{.*}} + 11] first 3
