// RUN: round-trip %s

func.func @main(%a: memref<7x20xf32>, %b: memref<6x20xf32>, %y: memref<1x7x20xf32>, %z: memref<1x6x20xf32>, %n: memref<1x8x20xf32>) {
  kernel.decode_boxes ins(%a : memref<7x20xf32>) outs(%y : memref<1x7x20xf32>) {confidence = 2.500000e-01 : f32}
  kernel.decode_boxes ins(%a : memref<7x20xf32>) outs(%y : memref<1x7x20xf32>) {confidence = 2.500000e-01 : f32, object_score}
  kernel.decode_boxes ins(%b : memref<6x20xf32>) outs(%z : memref<1x6x20xf32>) {confidence = 2.500000e-01 : f32, final}
  kernel.decode_boxes ins(%a : memref<7x20xf32>) outs(%y : memref<1x7x20xf32>) {confidence = 2.500000e-01 : f32, bounds = affine_map<()[s0] -> (7, s0)>}
  kernel.decode_boxes ins(%a : memref<7x20xf32>) outs(%n : memref<1x8x20xf32>) {confidence = 2.500000e-01 : f32, extras = 2 : i64}
  func.return
}
