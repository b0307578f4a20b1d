// RUN: round-trip %s

func.func @main(%a: memref<5x7xf32>, %t: memref<56x1000xf32>, %y: memref<5x57xf32>) {
  kernel.append_columns ins(%a, %t : memref<5x7xf32>, memref<56x1000xf32>) outs(%y : memref<5x57xf32>)
  func.return
}
