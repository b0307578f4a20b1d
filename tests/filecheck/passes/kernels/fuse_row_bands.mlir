// RUN: ncnnc-opt %s -p fuse-row-bands | filecheck %s

// Nine rows of four pixels of two vectors, 2304 bytes, are read for four rows.
func.func @fused(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>) {
  %a = memref.alloc() : memref<2560xf32>
  %t = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.convolution ins(%x, %w : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
  %u = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.depthwise ins(%u, %v : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64, band_bytes = 2304 : i64}
  func.return
}
// CHECK-LABEL: @fused(
// CHECK-SAME:    %x: [[X:.*]], %w: [[W:.*]], %v: [[V:.*]], %y: [[Y:.*]]) {
// CHECK-NEXT:    kernel.row_bands ins(%x, %w, %v : [[X]], [[W]], [[V]]) outs(%y : [[Y]]) {rows = 4 : i64} bands {
// CHECK-NEXT:    ^bb0([[A:%.*]]: [[X]], [[B:%.*]]: [[W]], [[C:%.*]]: [[V]], [[T:%.*]]: memref<2x40x4x8xf32>, [[D:%.*]]: [[Y]]):
// CHECK-NEXT:      kernel.convolution ins([[A]], [[B]] : {{.*}}) outs([[T]] : {{.*}})
// CHECK-NEXT:      kernel.depthwise ins([[T]], [[C]] : {{.*}}) outs([[D]] : {{.*}})
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return

// Fewer than four rows are not worth a band,
func.func @small(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>) {
  %a = memref.alloc() : memref<2560xf32>
  %t = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.convolution ins(%x, %w : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
  %u = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.depthwise ins(%u, %v : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64, band_bytes = 2303 : i64}
  func.return
}
// CHECK-LABEL: @small(
// CHECK-NOT:     kernel.row_bands

// none are kept without a schedule,
func.func @unscheduled(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>) {
  %a = memref.alloc() : memref<2560xf32>
  %t = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.convolution ins(%x, %w : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
  %u = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.depthwise ins(%u, %v : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64}
  func.return
}
// CHECK-LABEL: @unscheduled(
// CHECK-NOT:     kernel.row_bands

// nor of a blob that another kernel reads,
func.func @read_again(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>, %z: memref<2x40x4x8xf32>) {
  %a = memref.alloc() : memref<2560xf32>
  %t = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.convolution ins(%x, %w : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
  %u = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.depthwise ins(%u, %v : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64, band_bytes = 2304 : i64}
  kernel.copy ins(%u : memref<2x40x4x8xf32>) outs(%z : memref<2x40x4x8xf32>)
  func.return
}
// CHECK-LABEL: @read_again(
// CHECK-NOT:     kernel.row_bands

// nor by the epilogue of the second kernel,
func.func @added(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x40x4x8xf32>) {
  %a = memref.alloc() : memref<2560xf32>
  %t = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.convolution ins(%x, %w : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
  %u = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.depthwise ins(%u, %v, %u : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>, memref<2x40x4x8xf32>) outs(%y : memref<2x40x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64, band_bytes = 2304 : i64} epilogue {
  ^bb0(%f: f32, %g: f32):
    %s = arith.addf %f, %g : f32
    linalg.yield %s : f32
  }
  func.return
}
// CHECK-LABEL: @added(
// CHECK-NOT:     kernel.row_bands

// of one to which an image is added,
func.func @image(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>, %r: memref<2x40x4x8xf32>) {
  %a = memref.alloc() : memref<2560xf32>
  %t = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.convolution ins(%x, %w, %r : memref<1x40x4x8xf32>, memref<128xf32>, memref<2x40x4x8xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64} epilogue {
  ^bb0(%f: f32, %g: f32):
    %s = arith.addf %f, %g : f32
    linalg.yield %s : f32
  }
  %u = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.depthwise ins(%u, %v : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64, band_bytes = 2304 : i64}
  func.return
}
// CHECK-LABEL: @image(
// CHECK-NOT:     kernel.row_bands

// by a convolution of another algorithm,
func.func @tiled(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>) {
  %a = memref.alloc() : memref<2560xf32>
  %t = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.convolution ins(%x, %w : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
  %u = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.depthwise ins(%u, %v : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64, band_bytes = 2304 : i64}
  func.return
}
// CHECK-LABEL: @tiled(
// CHECK-NOT:     kernel.row_bands

// by one whose epilogue is a loop of its own,
func.func @late(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>) {
  %a = memref.alloc() : memref<2560xf32>
  %t = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.convolution ins(%x, %w : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64, late_epilogue = 8 : i64, epilogue_vectors = 6 : i64}
  %u = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.depthwise ins(%u, %v : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64, band_bytes = 2304 : i64}
  func.return
}
// CHECK-LABEL: @late(
// CHECK-NOT:     kernel.row_bands

// by kernels with another one between them,
func.func @apart(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>, %z: memref<2x40x4x8xf32>, %q: memref<2x40x4x8xf32>) {
  %a = memref.alloc() : memref<2560xf32>
  %t = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.convolution ins(%x, %w : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
  kernel.copy ins(%q : memref<2x40x4x8xf32>) outs(%z : memref<2x40x4x8xf32>)
  %u = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.depthwise ins(%u, %v : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64, band_bytes = 2304 : i64}
  func.return
}
// CHECK-LABEL: @apart(
// CHECK-NOT:     kernel.row_bands

// of extents known at run time,
func.func @dynamic(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>) {
  %a = memref.alloc() : memref<2560xf32>
  %t = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.convolution ins(%x, %w : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64, bounds = affine_map<()[s0] -> (2, s0, 4, 8)>}
  %u = kernel.view %a[0] : memref<2560xf32> -> memref<2x40x4x8xf32>
  kernel.depthwise ins(%u, %v : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64, band_bytes = 2304 : i64}
  func.return
}
// CHECK-LABEL: @dynamic(
// CHECK-NOT:     kernel.row_bands

// and of other types.
func.func @bfloat16(%x: memref<1x40x4x8xbf16>, %w: memref<128xbf16>, %v: memref<2x3x3x8xbf16>, %y: memref<2x20x2x8xbf16>) {
  %a = memref.alloc() : memref<2560xbf16>
  %t = kernel.view %a[0] : memref<2560xbf16> -> memref<2x40x4x8xbf16>
  kernel.convolution ins(%x, %w : memref<1x40x4x8xbf16>, memref<128xbf16>) outs(%t : memref<2x40x4x8xbf16>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
  %u = kernel.view %a[0] : memref<2560xbf16> -> memref<2x40x4x8xbf16>
  kernel.depthwise ins(%u, %v : memref<2x40x4x8xbf16>, memref<2x3x3x8xbf16>) outs(%y : memref<2x20x2x8xbf16>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64, band_bytes = 2304 : i64}
  func.return
}
// CHECK-LABEL: @bfloat16(
// CHECK-NOT:     kernel.row_bands
