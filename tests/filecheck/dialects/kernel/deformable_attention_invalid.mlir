// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%s: memref<2x2xf32>, %v: memref<10x3x8xf32>, %w: memref<5x3x2x4xf32>, %x: memref<5x3x2x4xf32>, %y: memref<5x3x2x4xf32>, %o: memref<5x3x8xf32>) {
  // CHECK: weights and places need one shape of four dimensions
  kernel.deformable_attention ins(%s, %v, %v, %x, %y : memref<2x2xf32>, memref<10x3x8xf32>, memref<10x3x8xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>) outs(%o : memref<5x3x8xf32>)
  func.return
}

// -----

func.func @main(%s: memref<2x2xf32>, %v: memref<10x3x8xf32>, %w: memref<5x3x2x4xf32>, %x: memref<5x3x2x4xf32>, %y: memref<5x3x2x4xf32>, %o: memref<5x3x8xf32>) {
  // CHECK: needs a size of each level and values of each head
  kernel.deformable_attention ins(%s, %s, %w, %x, %y : memref<2x2xf32>, memref<2x2xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>) outs(%o : memref<5x3x8xf32>)
  func.return
}

// -----

func.func @main(%s: memref<2x2xf32>, %v: memref<10x3x8xf32>, %w: memref<5x3x2x4xf32>, %x: memref<5x3x2x4xf32>, %y: memref<5x3x2x4xf32>, %o: memref<5x3x7xf32>) {
  // CHECK: the output needs a vector for each query and head
  kernel.deformable_attention ins(%s, %v, %w, %x, %y : memref<2x2xf32>, memref<10x3x8xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>) outs(%o : memref<5x3x7xf32>)
  func.return
}
