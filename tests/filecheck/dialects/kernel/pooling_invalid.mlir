// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<2x8x8x8xf32>, %y: memref<2x4x4x8xf32>) {
  // CHECK: the runs do not make 4 windows
  kernel.pooling ins(%x : memref<2x8x8x8xf32>) outs(%y : memref<2x4x4x8xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 3, 0, 2, 2, 2>, columns = array<i64: 4, 0, 2, 2, 2>}
  func.return
}

// -----

func.func @main(%x: memref<8x8x8xf32>, %y: memref<8x4x4xf32>) {
  // CHECK: the output must be packed: c/p,oh,ow,p
  kernel.pooling ins(%x : memref<8x8x8xf32>) outs(%y : memref<8x4x4xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 4, 0, 2, 2, 2>, columns = array<i64: 4, 0, 2, 2, 2>}
  func.return
}

// -----

func.func @main(%x: memref<2x49x8xf32>, %y: memref<2x8xf32>) {
  // CHECK: unknown reduction 'median'
  kernel.reduction ins(%x : memref<2x49x8xf32>) outs(%y : memref<2x8xf32>) {kind = "median"}
  func.return
}

// -----

func.func @main(%x: memref<2x49x8xf32>, %y: memref<2x4xf32>) {
  // CHECK: reduces outer,reduced,inner to outer,inner
  kernel.reduction ins(%x : memref<2x49x8xf32>) outs(%y : memref<2x4xf32>) {kind = "sum"}
  func.return
}

// -----

func.func @main(%x: memref<2x8x8x8xi8>, %y: memref<2x4x4x8xi8>) {
  // CHECK: pools f32, which may be stored as bf16, and the maximum of i8
  kernel.pooling ins(%x : memref<2x8x8x8xi8>) outs(%y : memref<2x4x4x8xi8>) {kind = #kernel<pooling_kind avg>, rows = array<i64: 4, 0, 2, 2, 4>, columns = array<i64: 4, 0, 2, 2, 4>}
  func.return
}

// -----

func.func @main(%x: memref<2x8x8x8xi8>, %y: memref<2x4x4x8xf32>) {
  // CHECK: pools f32, which may be stored as bf16, and the maximum of i8
  kernel.pooling ins(%x : memref<2x8x8x8xi8>) outs(%y : memref<2x4x4x8xf32>) {kind = #kernel<pooling_kind max>, rows = array<i64: 4, 0, 2, 2, 2>, columns = array<i64: 4, 0, 2, 2, 2>}
  func.return
}
