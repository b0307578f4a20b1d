// RUN: ncnnc-opt %s -p outline-kernels | filecheck %s

// Kernels that differ in their buffers only share a function; another shape, property or epilogue
// makes another one.
func.func @main(%x: memref<8x4x4xf32>, %y: memref<1x4x4x8xf32>, %z: memref<2x4x4x4xf32>, %w: memref<9x8xf32>) {
  kernel.pack ins(%x : memref<8x4x4xf32>) outs(%y : memref<1x4x4x8xf32>)
  %a = memref.alloc() : memref<8x4x4xf32>
  kernel.pack ins(%a : memref<8x4x4xf32>) outs(%y : memref<1x4x4x8xf32>)
  kernel.pack ins(%a : memref<8x4x4xf32>) outs(%z : memref<2x4x4x4xf32>)
  kernel.depthwise ins(%y, %w : memref<1x4x4x8xf32>, memref<9x8xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64}
  kernel.depthwise ins(%y, %w : memref<1x4x4x8xf32>, memref<9x8xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64}
  kernel.depthwise ins(%y, %w : memref<1x4x4x8xf32>, memref<9x8xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64} epilogue {
  ^bb0(%v: f32):
    %r = math.absf %v : f32
    linalg.yield %r : f32
  }
  func.return
}
// CHECK:       func.func private @pack_8x4x4_1x4x4x8([[X:%.*]]: memref<8x4x4xf32> {llvm.noalias}, [[Y:%.*]]: memref<1x4x4x8xf32> {llvm.noalias}) {
// CHECK-NEXT:    kernel.pack ins([[X]] : memref<8x4x4xf32>) outs([[Y]] : memref<1x4x4x8xf32>)
// CHECK-NEXT:    func.return
// CHECK:       func.func private @pack_8x4x4_2x4x4x4(
// CHECK:       func.func private @depthwise_1x4x4x8_1x4x4x8(
// CHECK:       func.func private @depthwise_1x4x4x8_1x4x4x8_2(
// CHECK:       func.func private @depthwise_1x4x4x8_1x4x4x8_3(
// CHECK:         math.absf
// CHECK-NOT:   func.func private
// CHECK:       func.func @main({{.*}}, %workspace: memref<1xi8> {kernel.role = #kernel<role workspace>}
// CHECK-NEXT:    func.call @pack_8x4x4_1x4x4x8(%x, %y) {ncnn.kernel = "pack", ncnn.flops = 128 : i64, ncnn.bytes = 1024 : i64}
// CHECK:         func.call @pack_8x4x4_1x4x4x8(%a, %y)
// CHECK-NEXT:    func.call @pack_8x4x4_2x4x4x4(%a, %z)
// CHECK-NEXT:    func.call @depthwise_1x4x4x8_1x4x4x8(%y, %w, %y) {ncnn.kernel = "depthwise", ncnn.flops = 2304 : i64, ncnn.bytes = 1312 : i64}
// CHECK-NEXT:    func.call @depthwise_1x4x4x8_1x4x4x8_2(
// CHECK-NEXT:    func.call @depthwise_1x4x4x8_1x4x4x8_3(
// CHECK-NEXT:    func.return

// A kernel that needs a workspace gets a view of it; linalg ops are kernels too.
#id = affine_map<(d0) -> (d0)>
func.func @main2(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>, %v: memref<8xf32>) {
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%v : memref<8xf32>) outs(%v : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.absf %a : f32
    linalg.yield %0 : f32
  }
  func.return
}
// CHECK:       func.func private @convolution_winograd2_1x4x4x8_1x4x4x8({{.*}}, [[W:%[0-9]+]]: memref<[[BYTES:[0-9]+]]xi8> {llvm.noalias}) {
// CHECK-NEXT:    [[ZERO:%.*]] = arith.constant 0 : index
// CHECK-NEXT:    [[FLOATS:%.*]] = memref.view [[W]][[[ZERO]]][] : memref<[[BYTES]]xi8> to memref<{{.*}}xf32>
// CHECK-NEXT:    kernel.convolution {{.*}} workspace([[FLOATS]] :
// CHECK:       func.func private @elementwise_8_8(
// CHECK:       func.func @main2({{.*}}, %workspace: memref<[[BYTES]]xi8>
// CHECK-NEXT:    func.call @convolution_winograd2_1x4x4x8_1x4x4x8(%x, %u, %y, %workspace) {ncnn.kernel = "convolution winograd2",
// CHECK-NEXT:    func.call @elementwise_8_8(%v, %v) {ncnn.kernel = "elementwise",

// Elements of any type: bytes are counted as they are.
func.func @main3(%x: memref<8x3x3xi8>, %y: memref<1x3x3x8xi8>) {
  kernel.pack ins(%x : memref<8x3x3xi8>) outs(%y : memref<1x3x3x8xi8>)
  func.return
}
// CHECK:       func.func private @pack_8x3x3_1x3x3x8([[X:%.*]]: memref<8x3x3xi8> {llvm.noalias}, [[Y:%.*]]: memref<1x3x3x8xi8> {llvm.noalias}) {
// CHECK:       func.call @pack_8x3x3_1x3x3x8(%x, %y) {ncnn.kernel = "pack", ncnn.flops = 72 : i64, ncnn.bytes = 144 : i64}

// A kernel with bounds has the symbols as an argument, before the workspace; those that differ in
// bounds share no function.
#rows = affine_map<()[s0] -> (s0, 8)>
#sum = affine_map<()[s0] -> (s0 + 1, 8)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
func.func @main4(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %n: memref<1xi64> {kernel.role = #kernel<role symbols>}) {
  kernel.normalize_rows ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) {eps = 1.0 : f32, bounds = #rows}
  kernel.normalize_rows ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) {eps = 1.0 : f32, bounds = #sum}
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) attrs = {kernel.bounds = #rows} {
  ^bb0(%a: f32, %b: f32):
    %0 = math.absf %a : f32
    linalg.yield %0 : f32
  }
  func.return
}
// CHECK:       func.func private @normalize_rows_4x8_4x8({{.*}}, {{.*}}, {{%.*}}: memref<1xi64> {llvm.noalias, kernel.role = #kernel<role symbols>}) {
// CHECK-NEXT:    kernel.normalize_rows {{.*}}bounds = affine_map<()[s0] -> (s0, 8)>
// CHECK:       func.func private @normalize_rows_4x8_4x8_2(
// CHECK-NEXT:    kernel.normalize_rows {{.*}}bounds = affine_map<()[s0] -> ((s0 + 1), 8)>
// CHECK:       func.func private @elementwise_4x8_4x8({{.*}} {llvm.noalias, kernel.role = #kernel<role symbols>}) {
// CHECK-NEXT:    linalg.generic {{.*}}kernel.bounds = affine_map<()[s0] -> (s0, 8)>
// CHECK:         func.call @normalize_rows_4x8_4x8(%x, %y, %n)
