// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s
// RUN: not ncnnc-opt %s -p convert-kernel-to-loops 2>&1 | filecheck %s --check-prefix=TARGET

// TARGET: the module has no target.machine

// 13 elements: one vector in a parallel loop over chunks, then the 5 that are left, masked.
func.func @copy(%x: memref<13xf32>, %y: memref<13xf32>) {
  kernel.copy ins(%x : memref<13xf32>) outs(%y : memref<13xf32>)
  func.return
}
// CHECK-LABEL: @copy
// CHECK-NOT:     kernel.copy
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK-NEXT:        [[V:%.*]] = simd.load %x[[[I:%.*]] + 0] : memref<13xf32> -> vector<8xf32>
// CHECK-NEXT:        simd.store [[V]], %y[[[I]] + 0]
// CHECK:         [[REST:%.*]] = simd.load %x[8] first 5
// CHECK-NEXT:    simd.store [[REST]], %y[8] first 5

// The lane count comes from the types: two blocks of 4 of which the second has one channel.
func.func @pack(%x: memref<5x2x2xf32>, %y: memref<2x2x2x4xf32>) {
  kernel.pack ins(%x : memref<5x2x2xf32>) outs(%y : memref<2x2x2x4xf32>)
  func.return
}
// CHECK-LABEL: @pack
// CHECK:         [[ZERO:%.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK:         simd.share
// CHECK-COUNT-4:   simd.load %x
// CHECK-COUNT-4:   simd.store
// CHECK:         simd.share
// CHECK-COUNT-1:   simd.load %x
// CHECK-NOT:       simd.load
// CHECK:           simd.shuffle {{.*}}[[ZERO]]
// CHECK-COUNT-4:   simd.store

// A tile of 4 pixels x 1 vector: accumulators are carried through the channels, one a step; the
// epilogue adds the bias, loaded once.
func.func @pointwise(%x: memref<2x4x4x8xf32>, %u: memref<96xf32>, %b: memref<1x8xf32>, %y: memref<1x4x4x8xf32>) {
  kernel.convolution ins(%x, %u, %b : memref<2x4x4x8xf32>, memref<96xf32>, memref<1x8xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 12 : i64, register = array<i64: 4, 1>, block = 4 : i64} epilogue {
  ^bb0(%acc: f32, %bias: f32):
    %0 = arith.addf %acc, %bias : f32
    linalg.yield %0 : f32
  }
  func.return
}
// CHECK-LABEL: @pointwise
// CHECK-DAG:     [[C0:%.*]] = arith.constant 0 : index
// CHECK-DAG:     [[C1:%.*]] = arith.constant 1 : index
// CHECK-DAG:     [[C12:%.*]] = arith.constant 12 : index
// CHECK:         simd.share
// CHECK:           scf.for
// CHECK:             scf.for {{%.*}} = [[C0]] to [[C12]] step [[C1]] iter_args({{.*}}) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
// CHECK:               simd.load %u
// CHECK-COUNT-4:       simd.fma
// CHECK-NEXT:          scf.yield
// CHECK:             [[BIAS:%.*]] = simd.load %b
// CHECK-COUNT-4:     arith.addf {{%.*}}, [[BIAS]] : vector<8xf32>

// A tile of 2 pixels x 2 vectors: two channels a step.
func.func @two_vectors(%x: memref<2x4x4x8xf32>, %u: memref<192xf32>, %y: memref<2x4x4x8xf32>) {
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<192xf32>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 12 : i64, register = array<i64: 2, 2>, block = 8 : i64}
  func.return
}
// CHECK-LABEL: @two_vectors
// CHECK-DAG:     [[C0:%.*]] = arith.constant 0 : index
// CHECK-DAG:     [[C2:%.*]] = arith.constant 2 : index
// CHECK-DAG:     [[C12:%.*]] = arith.constant 12 : index
// CHECK:             scf.for {{%.*}} = [[C0]] to [[C12]] step [[C2]] iter_args(
// CHECK:               simd.load %u[[[AT:%.*]] + 0]
// CHECK:               simd.load %u[[[AT]] + 8]
// CHECK-COUNT-4:       simd.fma
// CHECK:               simd.load %u[[[AT]] + 16]
// CHECK:               simd.load %u[[[AT]] + 24]
// CHECK-COUNT-4:       simd.fma
// CHECK-NEXT:          scf.yield

// The first of 3 pixels of a 3x3 window lies at the left border: its first column is left out, and
// rows are clipped to the image.
func.func @window(%x: memref<1x3x3x8xf32>, %u: memref<576xf32>, %y: memref<1x3x3x8xf32>) {
  kernel.convolution ins(%x, %u : memref<1x3x3x8xf32>, memref<576xf32>) outs(%y : memref<1x3x3x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 3, 1>, block = 3 : i64}
  func.return
}
// CHECK-LABEL: @window
// CHECK:         [[LOW:%.*]] = arith.maxsi
// CHECK:         [[HIGH:%.*]] = arith.minsi
// CHECK:         scf.for {{%.*}} = [[LOW]] to [[HIGH]]
// CHECK:           -> (vector<8xf32>, vector<8xf32>) {
// CHECK:           -> (vector<8xf32>, vector<8xf32>, vector<8xf32>) {
// CHECK:           -> (vector<8xf32>, vector<8xf32>) {
// CHECK-COUNT-3:   simd.store
