// RUN: round-trip %s

func.func @main(%x: memref<21x5x7xf32>, %y: memref<5x7xf32>, %z: memref<5x7xf32>) {
  kernel.best_planes ins(%x : memref<21x5x7xf32>) outs(%y : memref<5x7xf32>)
  kernel.best_planes ins(%x : memref<21x5x7xf32>) outs(%y, %z : memref<5x7xf32>, memref<5x7xf32>)
  kernel.best_planes ins(%x : memref<21x5x7xf32>) outs(%y : memref<5x7xf32>) {bounds = affine_map<()[s0] -> (21, s0, 7)>}
  func.return
}
