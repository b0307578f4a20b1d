// RUN: round-trip %s

func.func @main(%x: memref<3x40xf32>, %y: memref<3x40xf32>, %m: memref<1xf32>, %l: memref<3xf32>) {
  kernel.round_rows ins(%x : memref<3x40xf32>) outs(%y : memref<3x40xf32>) {size = 32 : i64}
  kernel.round_rows ins(%x, %m : memref<3x40xf32>, memref<1xf32>) outs(%y : memref<3x40xf32>) {size = 32 : i64}
  kernel.round_rows ins(%x, %l : memref<3x40xf32>, memref<3xf32>) outs(%y : memref<3x40xf32>) {size = 32 : i64}
  func.return
}
