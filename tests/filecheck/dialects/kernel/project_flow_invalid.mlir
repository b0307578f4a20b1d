// RUN: verify-diagnostics %s

func.func @main(%f: memref<2x7x9xf32>, %w: memref<1x7x9xf32>, %y: memref<2x7x9xf32>, %s: memref<3x7x9xf32>) {
  // expected-error @+1 {{needs planes of one size: 2 and 1, to 2 and 4}}
  kernel.project_flow ins(%f, %w : memref<2x7x9xf32>, memref<1x7x9xf32>) outs(%y, %s : memref<2x7x9xf32>, memref<3x7x9xf32>)
  func.return
}
