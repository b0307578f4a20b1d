// RUN: round-trip %s

func.func @main(%a: memref<4x7x9xf32>, %b: memref<4x9x11xf32>, %y: memref<9x7x9xf32>) {
  kernel.correlation ins(%a, %b : memref<4x7x9xf32>, memref<4x9x11xf32>) outs(%y : memref<9x7x9xf32>)
  func.return
}
