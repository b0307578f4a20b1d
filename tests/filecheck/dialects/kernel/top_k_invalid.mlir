// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<3x7xf32>, %v: memref<3x2xf32>) {
  // CHECK: takes rows, and gives values and places
  kernel.top_k ins(%x : memref<3x7xf32>) outs(%v : memref<3x2xf32>)
  func.return
}

// -----

func.func @main(%x: memref<4x7xf32>, %v: memref<3x2xf32>) {
  // CHECK: values and places must have as many rows as the input
  kernel.top_k ins(%x : memref<4x7xf32>) outs(%v, %v : memref<3x2xf32>, memref<3x2xf32>)
  func.return
}

// -----

func.func @main(%x: memref<3x7xf32>, %v: memref<3x8xf32>) {
  // CHECK: rows of 7 elements have no 8 largest
  kernel.top_k ins(%x : memref<3x7xf32>) outs(%v, %v : memref<3x8xf32>, memref<3x8xf32>)
  func.return
}
