// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s

func.func @main(%x: memref<2x4x6x8xf32>, %r: memref<4xf32>, %y: memref<2x5x3x8xf32>, %p: memref<30x4x6xf32>, %z: memref<2x5x3xf32>) {
  // CHECK: kernel.roi_align ins(%x, %r : {{.*}}) outs(%y : memref<2x5x3x8xf32>) {{.*}}samples = 2 : i64
  kernel.roi_align ins(%x, %r : memref<2x4x6x8xf32>, memref<4xf32>) outs(%y : memref<2x5x3x8xf32>) {scale = 0.5 : f32, samples = 2 : i64, detectron}
  // CHECK: kernel.roi_max ins(%x, %r : {{.*}}) outs(%y : memref<2x5x3x8xf32>)
  kernel.roi_max ins(%x, %r : memref<2x4x6x8xf32>, memref<4xf32>) outs(%y : memref<2x5x3x8xf32>) {scale = 0.5 : f32}
  // CHECK: kernel.roi_mean ins(%p, %r : {{.*}}) outs(%z : memref<2x5x3xf32>)
  kernel.roi_mean ins(%p, %r : memref<30x4x6xf32>, memref<4xf32>) outs(%z : memref<2x5x3xf32>) {scale = 0.5 : f32}
  func.return
}
