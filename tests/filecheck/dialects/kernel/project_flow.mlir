// RUN: round-trip %s

func.func @main(%f: memref<2x7x9xf32>, %w: memref<1x7x9xf32>, %y: memref<2x7x9xf32>, %s: memref<4x7x9xf32>) {
  kernel.project_flow ins(%f, %w : memref<2x7x9xf32>, memref<1x7x9xf32>) outs(%y, %s : memref<2x7x9xf32>, memref<4x7x9xf32>)
  func.return
}
