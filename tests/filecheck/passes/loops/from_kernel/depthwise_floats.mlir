// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Input rows become floats in the workspace, each once, before the first output row that reads them.
func.func @floats(%x: memref<2x9x12x8xi8>, %u: memref<2x3x3x8xf32>, %s: memref<2x8xf32>, %y: memref<2x9x12x8xi8>, %w: memref<4x12x8xf32>) {
  kernel.depthwise ins(%x, %u, %s : memref<2x9x12x8xi8>, memref<2x3x3x8xf32>, memref<2x8xf32>) outs(%y : memref<2x9x12x8xi8>) workspace(%w : memref<4x12x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 12 : i64, in_floats} epilogue {
  ^bb0(%a: i32, %b: f32):
    %f = arith.sitofp %a : i32 to f32
    %m = arith.mulf %f, %b : f32
    %r = simd.to_int8 %m
    linalg.yield %r : i8
  }
  func.return
}
// CHECK-DAG:   [[KEPT:%.*]] = arith.constant 3 : index
// CHECK:       scf.for
// CHECK:         arith.select
// CHECK:         scf.for
// CHECK:           arith.andi {{.*}}, [[KEPT]]
// CHECK:           [[BYTES:%.*]] = simd.load %x[{{.*}}] : memref<2x9x12x8xi8> -> vector<8xi8>
// CHECK-NEXT:      [[WIDE:%.*]] = simd.convert extsi [[BYTES]]
// CHECK-NEXT:      [[FLOATS:%.*]] = simd.convert sitofp [[WIDE]]
// CHECK:           simd.store [[FLOATS]], %w
// CHECK:         scf.for
// CHECK:           arith.andi {{.*}}, [[KEPT]]
// CHECK-NOT:       %x[
// CHECK:           simd.load %w[{{.*}}] : memref<4x12x8xf32> -> vector<8xf32>
// CHECK:           simd.load %u[{{.*}}] : memref<2x3x3x8xf32> -> vector<8xf32>
// CHECK:           simd.fma
// The sums are floats: nothing is converted but the results.
// CHECK-NOT:     simd.convert sitofp
// CHECK:         arith.mulf
