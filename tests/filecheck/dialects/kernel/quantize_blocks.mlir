// RUN: round-trip %s

// As bytes, as pairs of i16, as digits, and by a known magnitude.
func.func @main(%d: memref<9x48xi8>, %e: memref<9x2xf32>, %t: memref<9x2xi32>, %x: memref<3x40xf32>, %q: memref<3x48xi8>, %p: memref<3x48xi16>, %f: memref<3x2xf32>, %s: memref<3x2xi32>, %m: memref<1xf32>) {
  kernel.quantize_blocks ins(%x : memref<3x40xf32>) outs(%q, %f, %s : memref<3x48xi8>, memref<3x2xf32>, memref<3x2xi32>) {size = 32 : i64, offset = 8 : i64}
  kernel.quantize_blocks ins(%x : memref<3x40xf32>) outs(%p, %f, %s : memref<3x48xi16>, memref<3x2xf32>, memref<3x2xi32>) {size = 32 : i64, offset = 128 : i64}
  kernel.quantize_blocks ins(%x : memref<3x40xf32>) outs(%d, %e, %t : memref<9x48xi8>, memref<9x2xf32>, memref<9x2xi32>) {size = 32 : i64, offset = 8 : i64, digits = 3 : i64}
  kernel.quantize_blocks ins(%x, %m : memref<3x40xf32>, memref<1xf32>) outs(%q, %f, %s : memref<3x48xi8>, memref<3x2xf32>, memref<3x2xi32>) {size = 32 : i64, offset = 8 : i64}
  func.return
}
