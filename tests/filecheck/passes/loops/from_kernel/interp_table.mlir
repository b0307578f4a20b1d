// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops' | filecheck %s

// Two cells around each position, which is a product in float64.
func.func @bilinear(%i: memref<40x2xi64>, %w: memref<40x2xf32>) {
  kernel.interp_table outs(%i, %w : memref<40x2xi64>, memref<40x2xf32>) {mode = #kernel<sample_mode bilinear>, size = 30 : i64}
  func.return
}
// CHECK-LABEL: @bilinear
// CHECK:         [[STEP:%.*]] = arith.divf %{{.*}}, %{{.*}} : f64
// CHECK:         scf.parallel
// CHECK:           arith.mulf %{{.*}}, [[STEP]] : f64
// CHECK:           simd.convert truncf
// CHECK-COUNT-2:   simd.store %{{.*}}, %i
// CHECK-COUNT-2:   simd.store %{{.*}}, %w

// One cell, without weights.
func.func @nearest(%i: memref<40x1xi64>) {
  kernel.interp_table outs(%i : memref<40x1xi64>) {mode = #kernel<sample_mode nearest>, size = 30 : i64}
  func.return
}
// CHECK-LABEL: @nearest
// CHECK:         scf.parallel
// CHECK:           arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-COUNT-1:   simd.store %{{.*}}, %i
