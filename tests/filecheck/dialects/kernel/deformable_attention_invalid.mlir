// RUN: verify-diagnostics %s

func.func @main(%s: memref<2x2xf32>, %v: memref<10x3x8xf32>, %x: memref<5x3x2x4xf32>, %y: memref<5x3x2x4xf32>, %o: memref<5x3x8xf32>, %w: memref<5x3x2x4xf32>, %o1: memref<5x3x7xf32>) {
  // expected-error @+1 {{weights and places need one shape of four dimensions}}
  kernel.deformable_attention ins(%s, %v, %v, %x, %y : memref<2x2xf32>, memref<10x3x8xf32>, memref<10x3x8xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>) outs(%o : memref<5x3x8xf32>)
  // expected-error @+1 {{needs a size of each level and values of each head}}
  kernel.deformable_attention ins(%s, %s, %w, %x, %y : memref<2x2xf32>, memref<2x2xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>) outs(%o : memref<5x3x8xf32>)
  // expected-error @+1 {{the output needs a vector for each query and head}}
  kernel.deformable_attention ins(%s, %v, %w, %x, %y : memref<2x2xf32>, memref<10x3x8xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>, memref<5x3x2x4xf32>) outs(%o1 : memref<5x3x7xf32>)
  func.return
}
