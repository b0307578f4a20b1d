// RUN: round-trip %s

func.func @main(%a: memref<5x38xf32>, %p: memref<32x20x13xf32>, %y: memref<5x80x52xi8>) {
  kernel.instance_masks ins(%a, %p : memref<5x38xf32>, memref<32x20x13xf32>) outs(%y : memref<5x80x52xi8>)
  func.return
}
