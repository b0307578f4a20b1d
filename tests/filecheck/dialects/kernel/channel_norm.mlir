// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s

func.func @main(%x: memref<2x6x8xf32>, %g: memref<2x8xf32>, %y: memref<2x6x8xf32>) {
  // CHECK: kernel.normalize_channels ins(%x, %g, %g : memref<2x6x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y : memref<2x6x8xf32>) {channels = 11 : i64, eps = 1.000000e-05 : f32, centred}
  kernel.normalize_channels ins(%x, %g, %g : memref<2x6x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y : memref<2x6x8xf32>) {channels = 11 : i64, eps = 1.0e-05 : f32, centred}
  func.return
}
