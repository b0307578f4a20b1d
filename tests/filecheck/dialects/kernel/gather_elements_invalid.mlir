// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<7x2xf32>, %y: memref<3x5x2xf32>) {
  // CHECK: takes x and indices, of three extents each
  kernel.gather_elements ins(%x, %y : memref<7x2xf32>, memref<3x5x2xf32>) outs(%y : memref<3x5x2xf32>)
  func.return
}

// -----

func.func @main(%x: memref<3x7x1xf32>, %y: memref<3x5x2xf32>) {
  // CHECK: x and indices must differ in their middle extent only
  kernel.gather_elements ins(%x, %y : memref<3x7x1xf32>, memref<3x5x2xf32>) outs(%y : memref<3x5x2xf32>)
  func.return
}

// -----

func.func @main(%x: memref<3x7x2xf32>, %y: memref<3x5x2xf32>) {
  // CHECK: the output must have the shape of the indices
  kernel.gather_elements ins(%x, %y : memref<3x7x2xf32>, memref<3x5x2xf32>) outs(%x : memref<3x7x2xf32>)
  func.return
}
