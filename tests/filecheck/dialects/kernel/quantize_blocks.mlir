// RUN: round-trip %s

// As bytes, and as pairs of i16.
func.func @main(%x: memref<3x40xf32>, %q: memref<3x48xi8>, %p: memref<3x48xi16>, %f: memref<3x2xf32>, %s: memref<3x2xi32>) {
  kernel.quantize_blocks ins(%x : memref<3x40xf32>) outs(%q, %f, %s : memref<3x48xi8>, memref<3x2xf32>, memref<3x2xi32>) {size = 32 : i64, offset = 8 : i64}
  kernel.quantize_blocks ins(%x : memref<3x40xf32>) outs(%p, %f, %s : memref<3x48xi16>, memref<3x2xf32>, memref<3x2xi32>) {size = 32 : i64, offset = 128 : i64}
  func.return
}
