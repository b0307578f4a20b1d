// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},convert-kernel-to-loops' | filecheck %s

// Two channels a step, which are one broadcast of two elements; sums are of float32, and rounded where
// they are stored.
func.func @pointwise(%x: memref<1x2x2x16xbf16>, %u: memref<256xbf16>, %y: memref<1x2x2x16xbf16>) {
  kernel.convolution ins(%x, %u : memref<1x2x2x16xbf16>, memref<256xbf16>) outs(%y : memref<1x2x2x16xbf16>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 2, 1>, block = 4 : i64, product = #target.product<"x86-avx512", "vdpbf16ps">}
  func.return
}
// CHECK-LABEL: @pointwise
// CHECK:         scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>)
// CHECK:           [[W:%.*]] = simd.load %u{{.*}} : memref<256xbf16> -> vector<32xbf16>
// CHECK:           [[X:%.*]] = simd.broadcast_load %x{{.*}} of 2 : memref<1x2x2x16xbf16> -> vector<32xbf16>
// CHECK:           simd.dot #target.product<"x86-avx512", "vdpbf16ps"> [[X]], [[W]], {{.*}} : vector<32xbf16>, vector<32xbf16> -> vector<16xf32>
// CHECK:           simd.broadcast_load %x{{.*}} of 2
// CHECK:           simd.dot
// CHECK-NOT:       simd.fma
// CHECK:         simd.convert truncf {{.*}} : vector<16xf32> -> vector<16xbf16>
// CHECK:         simd.store {{.*}}, %y{{.*}} : vector<16xbf16>

// One channel a step: bf16 is widened, by a shift, and float32 multiplied.
func.func @widened(%x: memref<1x2x2x16xbf16>, %u: memref<256xbf16>, %y: memref<1x2x2x16xf32>) {
  kernel.convolution ins(%x, %u : memref<1x2x2x16xbf16>, memref<256xbf16>) outs(%y : memref<1x2x2x16xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 2, 1>, block = 4 : i64}
  func.return
}
// CHECK-LABEL: @widened
// CHECK:         simd.load %u{{.*}} -> vector<16xbf16>
// CHECK:         arith.shli
// CHECK-NOT:     simd.dot
// CHECK:         simd.fma
// CHECK-NOT:     truncf
// CHECK:         simd.store {{.*}}, %y{{.*}} : vector<16xf32>

// A product of matrices, with two rows of the panels a step.
func.func @matmul(%x: memref<4x6xbf16>, %u: memref<96xbf16>, %y: memref<4x16xf32>) {
  kernel.matmul ins(%x, %u : memref<4x6xbf16>, memref<96xbf16>) outs(%y : memref<4x16xf32>) {extents = array<i64: 1, 4, 16, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 0, 16>, lanes = 16 : i64, register = array<i64: 2, 1>, product = #target.product<"x86-avx512", "vdpbf16ps">}
  func.return
}
// CHECK-LABEL: @matmul
// CHECK:         simd.load %u{{.*}} -> vector<32xbf16>
// CHECK:         simd.broadcast_load %x{{.*}} of 2
// CHECK:         simd.dot {{.*}} -> vector<16xf32>
// CHECK:         simd.store {{.*}}, %y{{.*}} : vector<16xf32>

// Winograd F(2,3): the transformed input is rounded, pairs of channels being elements of the buffer.
func.func @winograd(%x: memref<1x6x6x16xbf16>, %u: memref<4096xbf16>, %y: memref<1x6x6x16xbf16>, %w: memref<2048xf32>) {
  kernel.convolution ins(%x, %u : memref<1x6x6x16xbf16>, memref<4096xbf16>) outs(%y : memref<1x6x6x16xbf16>) workspace(%w : memref<2048xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 2, 1>, block = 4 : i64, product = #target.product<"x86-avx512", "vdpbf16ps">}
  func.return
}
// CHECK-LABEL: @winograd
// CHECK:         [[V:%.*]] = simd.convert truncf {{.*}} : vector<16xf32> -> vector<16xbf16>
// CHECK-NEXT:    [[PAIRS:%.*]] = simd.convert bitcast [[V]] : vector<16xbf16> -> vector<8xf32>
// CHECK-NEXT:    simd.store [[PAIRS]], %w
// CHECK:         simd.load %u{{.*}} -> vector<32xbf16>
// CHECK:         [[PAIR:%.*]] = simd.broadcast_load %w{{.*}} -> vector<16xf32>
// CHECK-NEXT:    [[X:%.*]] = simd.convert bitcast [[PAIR]] : vector<16xf32> -> vector<32xbf16>
// CHECK-NEXT:    simd.dot #target.product<"x86-avx512", "vdpbf16ps"> [[X]], {{.*}} : vector<32xbf16>, vector<32xbf16> -> vector<16xf32>
// CHECK:         simd.store {{.*}}, %w{{.*}} : vector<16xf32>
// CHECK:         simd.store {{.*}}, %y{{.*}} : vector<16xbf16>
