// RUN: round-trip %s

func.func @main(%x: memref<2x4x6x8xf32>, %y: memref<2x5x3x8xf32>, %r: memref<5x2xi64>, %c: memref<3x2xi64>, %v: memref<5x2xf32>, %w: memref<3x2xf32>, %p: memref<5x1xi64>, %q: memref<3x1xi64>, %i: memref<2x4x6x8xi8>, %j: memref<2x5x3x8xi8>) {
  kernel.interp ins(%x, %r, %c, %v, %w : memref<2x4x6x8xf32>, memref<5x2xi64>, memref<3x2xi64>, memref<5x2xf32>, memref<3x2xf32>) outs(%y : memref<2x5x3x8xf32>)
  kernel.interp ins(%x, %p, %q : memref<2x4x6x8xf32>, memref<5x1xi64>, memref<3x1xi64>) outs(%y : memref<2x5x3x8xf32>)
  kernel.interp ins(%i, %p, %q : memref<2x4x6x8xi8>, memref<5x1xi64>, memref<3x1xi64>) outs(%j : memref<2x5x3x8xi8>)
  func.return
}
