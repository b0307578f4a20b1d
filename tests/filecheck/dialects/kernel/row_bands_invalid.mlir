// RUN: verify-diagnostics %s

func.func @main(%x: memref<1x40x4x8xf32>, %w: memref<128xf32>, %v: memref<2x3x3x8xf32>, %y: memref<2x20x2x8xf32>, %z: memref<64xf32>) {
  // expected-error @+1 {{a band has at least one row}}
  kernel.row_bands ins(%x, %w, %v : memref<1x40x4x8xf32>, memref<128xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {rows = 0 : i64} bands {
  ^bb0(%a: memref<1x40x4x8xf32>, %b: memref<128xf32>, %c: memref<2x3x3x8xf32>, %t: memref<2x40x4x8xf32>, %d: memref<2x20x2x8xf32>):
    kernel.convolution ins(%a, %b : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
    kernel.depthwise ins(%t, %c : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%d : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64}
  }
  // expected-error @+1 {{the body is a convolution and a depthwise one}}
  kernel.row_bands ins(%x, %w, %v : memref<1x40x4x8xf32>, memref<128xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {rows = 4 : i64} bands {
  ^bb0(%a: memref<1x40x4x8xf32>, %b: memref<128xf32>, %c: memref<2x3x3x8xf32>, %t: memref<2x40x4x8xf32>, %d: memref<2x20x2x8xf32>):
    kernel.convolution ins(%a, %b : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
  }
  // expected-error @+1 {{the second kernel reads the result of the first}}
  kernel.row_bands ins(%x, %w, %v : memref<1x40x4x8xf32>, memref<128xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {rows = 4 : i64} bands {
  ^bb0(%a: memref<1x40x4x8xf32>, %b: memref<128xf32>, %c: memref<2x3x3x8xf32>, %t: memref<2x40x4x8xf32>, %d: memref<2x20x2x8xf32>, %e: memref<2x40x4x8xf32>):
    kernel.convolution ins(%a, %b : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
    kernel.depthwise ins(%e, %c : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%d : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64}
  }
  // expected-error @+1 {{the arguments of the body have the types of the operands}}
  kernel.row_bands ins(%x, %z, %v : memref<1x40x4x8xf32>, memref<64xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {rows = 4 : i64} bands {
  ^bb0(%a: memref<1x40x4x8xf32>, %b: memref<128xf32>, %c: memref<2x3x3x8xf32>, %t: memref<2x40x4x8xf32>, %d: memref<2x20x2x8xf32>):
    kernel.convolution ins(%a, %b : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
    kernel.depthwise ins(%t, %c : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%d : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64}
  }
  // expected-error @+1 {{bands are of rows of images of a fixed size}}
  kernel.row_bands ins(%x, %w, %v : memref<1x40x4x8xf32>, memref<128xf32>, memref<2x3x3x8xf32>) outs(%y : memref<2x20x2x8xf32>) {rows = 4 : i64} bands {
  ^bb0(%a: memref<1x40x4x8xf32>, %b: memref<128xf32>, %c: memref<2x3x3x8xf32>, %t: memref<2x40x4x8xf32>, %d: memref<2x20x2x8xf32>):
    kernel.convolution ins(%a, %b : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64, bounds = affine_map<()[s0] -> (2, s0, 4, 8)>}
    kernel.depthwise ins(%t, %c : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%d : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64}
  }
  func.return
}
func.func @tensors(%x: tensor<1x40x4x8xf32>, %w: tensor<128xf32>, %v: tensor<2x3x3x8xf32>, %y: tensor<2x20x2x8xf32>) -> tensor<2x20x2x8xf32> {
  // expected-error @+1 {{computes on memory}}
  %0 = kernel.row_bands ins(%x, %w, %v : tensor<1x40x4x8xf32>, tensor<128xf32>, tensor<2x3x3x8xf32>) outs(%y : tensor<2x20x2x8xf32>) {rows = 4 : i64} bands {
  ^bb0(%a: memref<1x40x4x8xf32>, %b: memref<128xf32>, %c: memref<2x3x3x8xf32>, %t: memref<2x40x4x8xf32>, %d: memref<2x20x2x8xf32>):
    kernel.convolution ins(%a, %b : memref<1x40x4x8xf32>, memref<128xf32>) outs(%t : memref<2x40x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 8 : i64}
    kernel.depthwise ins(%t, %c : memref<2x40x4x8xf32>, memref<2x3x3x8xf32>) outs(%d : memref<2x20x2x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 2 : i64}
  } -> tensor<2x20x2x8xf32>
  func.return %0 : tensor<2x20x2x8xf32>
}
