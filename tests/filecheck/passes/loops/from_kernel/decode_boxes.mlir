// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Vectors of boxes, the last one with 4 of them; classes are compared one by one.
func.func @columns(%x: memref<7x20xf32>, %y: memref<1x7x20xf32>) {
  kernel.decode_boxes ins(%x : memref<7x20xf32>) outs(%y : memref<1x7x20xf32>) {confidence = 0.25 : f32}
  func.return
}
// CHECK-LABEL: @columns
// CHECK:         simd.share
// CHECK:           scf.for {{.*}} iter_args
// CHECK:             simd.load %x[{{.*}}] : memref<7x20xf32> -> vector<8xf32>
// CHECK:             simd.compare ogt
// CHECK:           arith.andi
// CHECK-COUNT-7:   simd.store {{.*}} : vector<8xf32>, memref<1x7x20xf32>
// CHECK-NOT:       simd.store
// CHECK:           simd.load %x[{{.*}}] first 4
// CHECK-COUNT-7:   simd.store {{.*}} first 4 : vector<8xf32>

// Boxes behind the bounds get a label.
func.func @bounded(%x: memref<7x16xf32>, %y: memref<1x7x16xf32>, %s: memref<1xi64> {kernel.role = #kernel<role symbols>}) {
  kernel.decode_boxes ins(%x : memref<7x16xf32>) outs(%y : memref<1x7x16xf32>) {confidence = 0.25 : f32, bounds = affine_map<()[s0] -> (7, s0)>}
  func.return
}
// CHECK-LABEL: @bounded
// CHECK:           scf.if
// CHECK-COUNT-7:   simd.store
// CHECK:           else
// CHECK-COUNT-1:   simd.store
