// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%b: memref<5x20xf32>, %s: memref<20xf32>, %y: memref<5xf32>) {
  // CHECK: needs four numbers and a score for every box
  kernel.select_boxes ins(%b, %s : memref<5x20xf32>, memref<20xf32>) outs(%y : memref<5xf32>) {overlap = 0.5 : f32, score = 0.25 : f32}
  func.return
}

// -----

func.func @main(%b: memref<4x20xf32>, %s: memref<20xf32>, %y: memref<21xf32>) {
  // CHECK: the output must be a vector of no more than all boxes
  kernel.select_boxes ins(%b, %s : memref<4x20xf32>, memref<20xf32>) outs(%y : memref<21xf32>) {overlap = 0.5 : f32, score = 0.25 : f32}
  func.return
}
