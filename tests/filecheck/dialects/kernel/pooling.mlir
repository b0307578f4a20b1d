// RUN: round-trip %s

func.func @main(%x: memref<2x8x8x8xf32>, %y: memref<2x4x4x8xf32>, %b: memref<8x2xi64>, %f: memref<8xf32>, %r: tensor<2x49x8xf32>, %s: tensor<2x8xf32>) {
  kernel.pooling ins(%x : memref<2x8x8x8xf32>) outs(%y : memref<2x4x4x8xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 4, 0, 2, 2, 2>, columns = array<i64: 1, 0, 0, 2, 3, 3, 1, 2, 3, 3>}
  kernel.pooling ins(%x, %b, %f : memref<2x8x8x8xf32>, memref<8x2xi64>, memref<8xf32>) outs(%y : memref<2x4x4x8xf32>) {kind = #kernel<pooling_kind avg>, rows = array<i64>, columns = array<i64>}
  %0 = kernel.reduction ins(%r : tensor<2x49x8xf32>) outs(%s : tensor<2x8xf32>) {kind = #kernel<axis_reduction sumsq>} -> tensor<2x8xf32>
  func.return
}

func.func @dynamic(%x: tensor<1x4x32x8xf32>, %y: tensor<1x2x16x8xf32>) {
  %0 = kernel.pooling ins(%x : tensor<1x4x32x8xf32>) outs(%y : tensor<1x2x16x8xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 2, 0, 2, 2, 2>, columns = array<i64: 16, 0, 2, 2, 2>, dynamic = array<i64: 2, 2, 0, 1, 2, 2, 0, 1>, bounds = affine_map<()[s0] -> (1, 2, (s0 floordiv 2), 8, 4, s0)>} -> tensor<1x2x16x8xf32>
  func.return
}
