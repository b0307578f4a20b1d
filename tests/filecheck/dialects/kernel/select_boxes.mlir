// RUN: round-trip %s

func.func @main(%b: memref<4x20xf32>, %s: memref<20xf32>, %y: memref<5xf32>) {
  kernel.select_boxes ins(%b, %s : memref<4x20xf32>, memref<20xf32>) outs(%y : memref<5xf32>) {overlap = 5.000000e-01 : f32, score = 2.500000e-01 : f32}
  func.return
}
