// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Across: four vectors of sums, added at the end.
func.func @across(%x: memref<2x49x8xf32>, %y: memref<2x8xf32>) {
  kernel.reduction ins(%x : memref<2x49x8xf32>) outs(%y : memref<2x8xf32>) {kind = #kernel<axis_reduction sum>}
  func.return
}
// CHECK-LABEL: @across
// CHECK:         scf.parallel
// CHECK:           scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK-COUNT-4:     simd.load
// CHECK:           simd.store

// Eight neighbouring vectors of a row are added to at once; without an outer axis they are shared.
func.func @neighbours(%x: memref<1x49x147xf32>, %y: memref<1x147xf32>) {
  kernel.reduction ins(%x : memref<1x49x147xf32>) outs(%y : memref<1x147xf32>) {kind = #kernel<axis_reduction sum>}
  func.return
}
// CHECK-LABEL: @neighbours
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK-COUNT-8:     simd.load
// CHECK-COUNT-8:   simd.store
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK-COUNT-2:     simd.load
// CHECK:             simd.load %x{{.*}} first 3
// CHECK:           simd.store %{{.*}}, %y{{.*}} first 3

// Along: lanes past the end hold what changes nothing, then the lanes are put together.
func.func @along(%x: memref<2x13x1xf32>, %y: memref<2x1xf32>) {
  kernel.reduction ins(%x : memref<2x13x1xf32>) outs(%y : memref<2x1xf32>) {kind = #kernel<axis_reduction max>}
  func.return
}
// CHECK-LABEL: @along
// CHECK:         [[LAST:%.*]] = simd.load %x[%{{.*}} + 8] first 5
// CHECK-NEXT:    simd.shuffle [[LAST]], %{{.*}} [0, 1, 2, 3, 4, 13, 14, 15]
// CHECK:         simd.reduce max

// The epilogue ends it.
func.func @norm(%x: memref<1x8x1xf32>, %y: memref<1x1xf32>) {
  kernel.reduction ins(%x : memref<1x8x1xf32>) outs(%y : memref<1x1xf32>) {kind = #kernel<axis_reduction sumsq>} epilogue {
  ^bb0(%a: f32):
    %r = math.sqrt %a : f32
    linalg.yield %r : f32
  }
  func.return
}
// CHECK-LABEL: @norm
// CHECK:         arith.mulf
// CHECK:         [[SUM:%.*]] = simd.reduce add
// CHECK-NEXT:    [[R:%.*]] = math.sqrt [[SUM]] : f32
// CHECK-NEXT:    simd.store [[R]], %y

// A row that ends at run time: vectors that divide the largest, the last one masked; the sum is then
// multiplied by the reciprocal of the number of elements.
func.func @mean(%n: memref<1xi64> {kernel.role = #kernel<role symbols>}, %x: memref<2x32x1xf32>, %y: memref<2x1xf32>) {
  kernel.reduction ins(%x : memref<2x32x1xf32>) outs(%y : memref<2x1xf32>) {kind = #kernel<axis_reduction mean>, bounds = affine_map<()[s0] -> (2, s0, 1)>}
  func.return
}
// CHECK-LABEL: @mean
// CHECK:         [[NUMBER:%.*]] = simd.convert sitofp
// CHECK-NEXT:    [[FACTOR:%.*]] = arith.divf %{{.*}}, [[NUMBER]]
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:           scf.if
// CHECK:             [[MASK:%.*]] = simd.compare olt
// CHECK:             simd.select [[MASK]]
// CHECK:           [[SUM:%.*]] = simd.reduce add
// CHECK-NEXT:      arith.mulf [[SUM]], [[FACTOR]]
