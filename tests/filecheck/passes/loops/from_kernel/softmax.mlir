// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// A row that ends at run time: the last vector is read whole, and lanes past the end take no part.
func.func @bounded(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<4x32x1xf32>, %y: memref<4x32x1xf32>) {
  kernel.softmax ins(%x : memref<4x32x1xf32>) outs(%y : memref<4x32x1xf32>) {bounds = affine_map<()[s0] -> (4, s0, 1)>}
  func.return
}
// CHECK-LABEL: @bounded
// CHECK-DAG:     %[[LOWEST:.*]] = arith.constant dense<-3.40282347e+38> : vector<8xf32>
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:           scf.if
// CHECK:             %[[MASK:.*]] = simd.compare olt
// CHECK:             simd.select %[[MASK]], %{{.*}}, %[[LOWEST]]
// CHECK:           simd.reduce max
// CHECK:           scf.for
// CHECK:           scf.if
// CHECK:             simd.select %{{.*}}, %{{.*}}, %[[ZERO]]
// CHECK:           simd.reduce add
