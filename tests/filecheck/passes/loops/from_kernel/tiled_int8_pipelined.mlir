// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+vnni"},convert-kernel-to-loops' | filecheck %s

// The sums of a tile are carried to the next one, between whose products they become int8; those of
// the last follow.
func.func @pipelined(%x: memref<1x3x5x16xi8>, %u: memref<256xi8>, %t: memref<1x16xi32>, %s: memref<1x16xf32>, %y: memref<1x3x5x16xi8>, %w: memref<1x1x15x16xui8>) {
  // CHECK-LABEL:    @pipelined
  // CHECK:          [[start:%.+]] = simd.load %t
  // CHECK:          scf.for {{.*}} iter_args({{%.+}} = [[start]], {{%.+}} = [[start]], {{%.+}} = [[start]])
  // CHECK:          simd.dot
  // CHECK:          simd.convert sitofp
  // CHECK:          simd.dot
  // CHECK:          simd.narrow
  // CHECK:          simd.dot
  // CHECK:          scf.yield
  // CHECK:          scf.if
  // CHECK-NOT:      simd.dot
  // CHECK:          simd.narrow
  // CHECK-NOT:      simd.dot
  // CHECK:          func.return
  kernel.convolution ins(%x, %u, %t, %s : memref<1x3x5x16xi8>, memref<256xi8>, memref<1x16xi32>, memref<1x16xf32>) outs(%y : memref<1x3x5x16xi8>) workspace(%w : memref<1x1x15x16xui8>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm tiled>, channels = 16 : i64, register = array<i64: 3, 1>, block = 15 : i64, pipelined = 1 : i64, product = #target.product<"x86-avx512", "vpdpbusd">} epilogue {
  ^bb0(%a: i32, %b: f32):
    %f = arith.sitofp %a : i32 to f32
    %m = arith.mulf %f, %b : f32
    %r = simd.to_int8 %m
    linalg.yield %r : i8
  }
  func.return
}

// Behind a ReLU a half needs no sign.
func.func @relu(%x: memref<1x3x5x16xi8>, %u: memref<256xi8>, %t: memref<1x16xi32>, %y: memref<1x3x5x16xi8>, %w: memref<1x1x15x16xui8>) {
  // CHECK-LABEL:    @relu
  // CHECK-DAG:      [[half:%.+]] = arith.constant dense<0.4999
  // CHECK:          [[relu:%.+]] = simd.maximum
  // CHECK:          [[most:%.+]] = simd.minimum {{.*}}[[relu]]
  // CHECK:          arith.addf [[most]], [[half]]
  kernel.convolution ins(%x, %u, %t : memref<1x3x5x16xi8>, memref<256xi8>, memref<1x16xi32>) outs(%y : memref<1x3x5x16xi8>) workspace(%w : memref<1x1x15x16xui8>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm tiled>, channels = 16 : i64, register = array<i64: 3, 1>, block = 15 : i64, pipelined = 1 : i64, product = #target.product<"x86-avx512", "vpdpbusd">} epilogue {
  ^bb0(%a: i32):
    %z = arith.constant 0.0 : f32
    %f = arith.sitofp %a : i32 to f32
    %m = simd.maximum %z, %f : f32
    %r = simd.to_int8 %m
    linalg.yield %r : i8
  }
  func.return
}

// Of 15 pixels registers do not hold the sums twice.
func.func @large(%x: memref<1x3x5x16xi8>, %u: memref<256xi8>, %t: memref<1x16xi32>, %s: memref<1x16xf32>, %y: memref<1x3x5x16xi8>, %w: memref<1x1x15x16xui8>) {
  // CHECK-LABEL:     @large
  // CHECK-NOT:       iter_args
  // CHECK-COUNT-60:  simd.dot
  // CHECK-NOT:       simd.dot
  // CHECK:           simd.convert sitofp
  kernel.convolution ins(%x, %u, %t, %s : memref<1x3x5x16xi8>, memref<256xi8>, memref<1x16xi32>, memref<1x16xf32>) outs(%y : memref<1x3x5x16xi8>) workspace(%w : memref<1x1x15x16xui8>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm tiled>, channels = 16 : i64, register = array<i64: 15, 1>, block = 15 : i64, product = #target.product<"x86-avx512", "vpdpbusd">} epilogue {
  ^bb0(%a: i32, %b: f32):
    %f = arith.sitofp %a : i32 to f32
    %m = arith.mulf %f, %b : f32
    %r = simd.to_int8 %m
    linalg.yield %r : i8
  }
  func.return
}
