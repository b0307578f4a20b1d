// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x8x8x8xf32>, %y: memref<2x4x4x8xf32>, %x1: memref<8x8x8xf32>, %y1: memref<8x4x4xf32>, %x2: memref<2x49x8xf32>, %y2: memref<2x8xf32>, %y3: memref<2x4xf32>, %x3: memref<2x8x8x8xi8>, %y4: memref<2x4x4x8xi8>) {
  // expected-error @+1 {{the runs do not make 4 windows}}
  kernel.pooling ins(%x : memref<2x8x8x8xf32>) outs(%y : memref<2x4x4x8xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 3, 0, 2, 2, 2>, columns = array<i64: 4, 0, 2, 2, 2>}
  // expected-error @+1 {{the output must be packed: c/p,oh,ow,p}}
  kernel.pooling ins(%x1 : memref<8x8x8xf32>) outs(%y1 : memref<8x4x4xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 4, 0, 2, 2, 2>, columns = array<i64: 4, 0, 2, 2, 2>}
  // expected-error @+1 {{reduces outer,reduced,... to outer,...}}
  kernel.reduction ins(%x2 : memref<2x49x8xf32>) outs(%y3 : memref<2x4xf32>) {kind = #kernel<axis_reduction sum>}
  // expected-error @+1 {{pools f32, which may be stored as bf16, and the maximum of i8}}
  kernel.pooling ins(%x3 : memref<2x8x8x8xi8>) outs(%y4 : memref<2x4x4x8xi8>) {kind = #kernel<pooling_kind avg>, rows = array<i64: 4, 0, 2, 2, 4>, columns = array<i64: 4, 0, 2, 2, 4>}
  // expected-error @+1 {{pools f32, which may be stored as bf16, and the maximum of i8}}
  kernel.pooling ins(%x3 : memref<2x8x8x8xi8>) outs(%y : memref<2x4x4x8xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 4, 0, 2, 2, 2>, columns = array<i64: 4, 0, 2, 2, 2>}
  func.return
}

func.func @dynamic(%x: memref<1x4x32x8xf32>, %y: memref<1x2x16x8xf32>) {
  // expected-error @+1 {{bounds come with the windows that depend on them}}
  kernel.pooling ins(%x : memref<1x4x32x8xf32>) outs(%y : memref<1x2x16x8xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 2, 0, 2, 2, 2>, columns = array<i64: 16, 0, 2, 2, 2>, bounds = affine_map<()[s0] -> (1, 2, (s0 floordiv 2), 8, 4, s0)>}
  // expected-error @+1 {{windows of two axes have four numbers each}}
  kernel.pooling ins(%x : memref<1x4x32x8xf32>) outs(%y : memref<1x2x16x8xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 2, 0, 2, 2, 2>, columns = array<i64: 16, 0, 2, 2, 2>, dynamic = array<i64: 2, 2>, bounds = affine_map<()[s0] -> (1, 2, (s0 floordiv 2), 8, 4, s0)>}
  func.return
}
