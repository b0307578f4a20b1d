// RUN: round-trip %s

func.func @main(%a: memref<5x57xf32>, %e: memref<3xi32>, %y: memref<5x57xf32>) {
  kernel.place_rows ins(%a, %e : memref<5x57xf32>, memref<3xi32>) outs(%y : memref<5x57xf32>) {size = array<i64: 640, 320>}
  kernel.place_rows ins(%a, %e : memref<5x57xf32>, memref<3xi32>) outs(%y : memref<5x57xf32>) {size = array<i64: 640, 320>, letterbox, point = 3 : i64}
  func.return
}
