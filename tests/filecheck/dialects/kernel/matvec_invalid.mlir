// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<3x64xf32>, %w: memref<2048xf32>, %y: memref<2x20xf32>) {
  // CHECK: x must be rows,in and y rows,out
  kernel.matvec ins(%x, %w : memref<3x64xf32>, memref<2048xf32>) outs(%y : memref<2x20xf32>) {lanes = 16 : i64, register = array<i64: 2, 2>}
  func.return
}

// -----

func.func @main(%x: memref<2x64xf32>, %w: memref<2048xf32>, %y: memref<2x20xf32>) {
  // CHECK: register must be two positive numbers
  kernel.matvec ins(%x, %w : memref<2x64xf32>, memref<2048xf32>) outs(%y : memref<2x20xf32>) {lanes = 16 : i64, register = array<i64: 2, 0>}
  func.return
}

// -----

func.func @main(%x: memref<2x64xf16>, %w: memref<2048xf32>, %y: memref<2x20xf32>) {
  // CHECK: computes on f32 only
  kernel.matvec ins(%x, %w : memref<2x64xf16>, memref<2048xf32>) outs(%y : memref<2x20xf32>) {lanes = 16 : i64, register = array<i64: 2, 2>}
  func.return
}
