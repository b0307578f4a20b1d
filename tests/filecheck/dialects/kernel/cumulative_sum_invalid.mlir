// RUN: verify-diagnostics %s

func.func @main(%x: memref<3x6x5xf32>, %y: memref<3x5x6xf32>) {
  // expected-error @+1 {{input and output must have the same three extents}}
  kernel.cumulative_sum ins(%x : memref<3x6x5xf32>) outs(%y : memref<3x5x6xf32>)
  func.return
}
