// RUN: ncnnc-opt %s -p 'attach-target{target="aarch64+dotprod"},convert-kernel-to-loops' | filecheck %s

// Where the target has an instruction that rounds, numbers within int8 become integers without a
// half, and lose bits in two steps. Five pixels are four vectors and one.
func.func @rounded(%x: memref<1x3x5x4xi8>, %u: memref<16xi8>, %s: memref<1x4xf32>, %y: memref<1x3x5x4xi8>, %w: memref<1x1x15x4xi8>) {
  kernel.convolution ins(%x, %u, %s : memref<1x3x5x4xi8>, memref<16xi8>, memref<1x4xf32>) outs(%y : memref<1x3x5x4xi8>) workspace(%w : memref<1x1x15x4xi8>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm tiled>, channels = 4 : i64, register = array<i64: 5, 1>, block = 15 : i64, product = #target.product<"aarch64", "sdot">} epilogue {
  ^bb0(%a: i32, %b: f32):
    %f = arith.sitofp %a : i32 to f32
    %m = arith.mulf %f, %b : f32
    %r = simd.to_int8 %m
    linalg.yield %r : i8
  }
  func.return
}
// CHECK-LABEL: @rounded
// CHECK-DAG:     [[LEAST:%.*]] = arith.constant dense<-1.270000e+02> : vector<4xf32>
// CHECK-DAG:     [[MOST:%.*]] = arith.constant dense<1.270000e+02> : vector<4xf32>
// CHECK:         arith.mulf
// CHECK:         arith.mulf
// CHECK:         arith.mulf
// CHECK:         [[X:%.*]] = arith.mulf
// CHECK:         arith.minimumf
// CHECK:         arith.minimumf
// CHECK:         arith.minimumf
// CHECK-NEXT:    [[CUT:%.*]] = arith.minimumf [[X]], [[MOST]]
// CHECK:         [[BOUNDED:%.*]] = simd.maximum [[CUT]], [[LEAST]]
// CHECK-NEXT:    [[A:%.*]] = simd.round {{.*}} : vector<4xf32> -> vector<4xi32>
// CHECK-NEXT:    [[B:%.*]] = simd.round
// CHECK-NEXT:    [[C:%.*]] = simd.round
// CHECK-NEXT:    [[D:%.*]] = simd.round [[BOUNDED]]
// CHECK-NEXT:    [[AB:%.*]] = simd.shuffle [[A]], [[B]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-NEXT:    [[CD:%.*]] = simd.shuffle [[C]], [[D]]
// CHECK-NEXT:    [[LOW:%.*]] = simd.convert trunci [[AB]] : vector<8xi32> -> vector<8xi16>
// CHECK-NEXT:    [[HIGH:%.*]] = simd.convert trunci [[CD]] : vector<8xi32> -> vector<8xi16>
// CHECK-NEXT:    [[ALL:%.*]] = simd.shuffle [[LOW]], [[HIGH]]
// CHECK-NEXT:    simd.convert trunci [[ALL]] : vector<16xi16> -> vector<16xi8>
// CHECK:         simd.round
// CHECK-NEXT:    simd.convert trunci
// CHECK-NEXT:    simd.convert trunci {{.*}} : vector<4xi16> -> vector<4xi8>
// CHECK-NOT:     math.copysign
// CHECK-NOT:     simd.narrow
