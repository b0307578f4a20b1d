// RUN: verify-diagnostics %s

func.func @main(%b: memref<5x20xf32>, %s: memref<20xf32>, %y: memref<5xf32>, %b1: memref<4x20xf32>, %y1: memref<21xf32>) {
  // expected-error @+1 {{needs four numbers and a score for every box}}
  kernel.select_boxes ins(%b, %s : memref<5x20xf32>, memref<20xf32>) outs(%y : memref<5xf32>) {overlap = 0.5 : f32, score = 0.25 : f32}
  // expected-error @+1 {{the output must be a vector of no more than all boxes}}
  kernel.select_boxes ins(%b1, %s : memref<4x20xf32>, memref<20xf32>) outs(%y1 : memref<21xf32>) {overlap = 0.5 : f32, score = 0.25 : f32}
  func.return
}
