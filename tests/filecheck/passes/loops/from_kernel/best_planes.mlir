// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Four vectors of places at once, then 5 places.
func.func @static(%x: memref<21x1x37xf32>, %y: memref<1x37xf32>) {
  kernel.best_planes ins(%x : memref<21x1x37xf32>) outs(%y : memref<1x37xf32>)
  func.return
}
// CHECK-LABEL: @static
// CHECK:         simd.share
// CHECK:           scf.for {{.*}} iter_args
// CHECK-COUNT-4:     simd.compare ogt
// CHECK-COUNT-4:   simd.store {{.*}} : vector<8xf32>, memref<1x37xf32>
// CHECK:           simd.load %x[{{.*}}] first 5
// CHECK:           simd.store {{.*}} first 5
// CHECK-NOT:       simd.store

// Two outputs; nothing is stored past the bounds.
func.func @bounded(%x: memref<4x3x8xf32>, %y: memref<3x8xf32>, %z: memref<3x8xf32>, %s: memref<1xi64> {kernel.role = #kernel<role symbols>}) {
  kernel.best_planes ins(%x : memref<4x3x8xf32>) outs(%y, %z : memref<3x8xf32>, memref<3x8xf32>) {bounds = affine_map<()[s0] -> (4, s0, 8)>}
  func.return
}
// CHECK-LABEL: @bounded
// CHECK:           scf.if
// CHECK:             simd.store {{.*}}, %y
// CHECK:             simd.store {{.*}}, %z
