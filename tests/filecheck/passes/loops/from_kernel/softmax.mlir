// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Rows that end at run time: the last vector is read whole, and lanes past the end take no part. How
// many vectors they have is asked once; few are kept in registers.
func.func @bounded(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<4x16x1xf32>, %y: memref<4x16x1xf32>) {
  kernel.softmax ins(%x : memref<4x16x1xf32>) outs(%y : memref<4x16x1xf32>) {bounds = affine_map<()[s0] -> (4, s0, 1)>}
  func.return
}
// CHECK-LABEL: @bounded
// CHECK-DAG:     %[[LOWEST:.*]] = arith.constant dense<-3.40282347e+38> : vector<8xf32>
// CHECK:         simd.share
// CHECK:           %[[MASK:.*]] = simd.compare olt
// CHECK:           scf.if
// CHECK-NEXT:        scf.for
// CHECK:               simd.load %x
// CHECK-NEXT:          simd.select %[[MASK]], %{{.*}}, %[[LOWEST]]
// CHECK:               simd.store
// CHECK-NOT:           simd.store
// CHECK:           scf.if
// CHECK-NEXT:        scf.for
// CHECK-COUNT-2:       simd.load %x
// CHECK-NEXT:          simd.select %[[MASK]], %{{.*}}, %[[LOWEST]]
// CHECK-COUNT-2:       simd.store
// CHECK-NOT:           scf.if

// Of longer rows exponentials are stored, and read again; the maximum is that of four vectors at a time.
func.func @long(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<4x80x1xf32>, %y: memref<4x80x1xf32>) {
  kernel.softmax ins(%x : memref<4x80x1xf32>) outs(%y : memref<4x80x1xf32>) {bounds = affine_map<()[s0] -> (4, s0, 1)>}
  func.return
}
// CHECK-LABEL: @long
// CHECK-DAG:     %[[END:.*]] = arith.constant 64 : index
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK:         simd.share
// CHECK:           %[[MASK:.*]] = simd.compare olt
// CHECK:           arith.cmpi sgt, %{{.*}}, %[[END]]
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        scf.for
// CHECK:               scf.for
// CHECK-COUNT-4:         simd.load %x
// CHECK:               scf.for
// CHECK:               simd.select %[[MASK]]
// CHECK:               simd.reduce max
// CHECK:               scf.for
// CHECK:               simd.select %[[MASK]], %{{.*}}, %[[ZERO]]
// CHECK:               simd.reduce add
// CHECK:               scf.for
// CHECK-COUNT-4:         simd.store
// CHECK:               scf.for
