// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<4x6xf32>, %g: memref<4xf32>, %y: memref<4x6xf32>) {
  // CHECK: factor and term must have 6 elements
  kernel.normalize_rows ins(%x, %g : memref<4x6xf32>, memref<4xf32>) outs(%y : memref<4x6xf32>) {eps = 1.0e-05 : f32}
  func.return
}

// -----

func.func @main(%x: memref<4x6xf32>, %y: memref<6x4xf32>) {
  // CHECK: input and output must have the same rows,n
  kernel.normalize_rows ins(%x : memref<4x6xf32>) outs(%y : memref<6x4xf32>) {eps = 1.0e-05 : f32}
  func.return
}
