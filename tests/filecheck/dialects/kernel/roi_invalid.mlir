// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<2x4x6x8xf32>, %r: memref<5xf32>, %y: memref<2x5x3x8xf32>) {
  // CHECK: needs the four corners of a region
  kernel.roi_max ins(%x, %r : memref<2x4x6x8xf32>, memref<5xf32>) outs(%y : memref<2x5x3x8xf32>) {scale = 0.5 : f32}
  func.return
}

// -----

func.func @main(%x: memref<2x4x6x8xf32>, %r: memref<4xf32>, %y: memref<3x5x3x8xf32>) {
  // CHECK: input and output must have the same blocks of channels
  kernel.roi_align ins(%x, %r : memref<2x4x6x8xf32>, memref<4xf32>) outs(%y : memref<3x5x3x8xf32>) {scale = 0.5 : f32, samples = 0 : i64}
  func.return
}

// -----

func.func @main(%x: memref<29x4x6xf32>, %r: memref<4xf32>, %y: memref<2x5x3xf32>) {
  // CHECK: the input needs a channel for every cell of the output
  kernel.roi_mean ins(%x, %r : memref<29x4x6xf32>, memref<4xf32>) outs(%y : memref<2x5x3xf32>) {scale = 0.5 : f32}
  func.return
}
