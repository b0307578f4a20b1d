// RUN: verify-diagnostics %s

func.func @main(%a: memref<4x20xf32>, %b: memref<7x20xf32>, %y: memref<1x7x20xf32>, %z: memref<1x6x20xf32>, %c: memref<5x20xf32>, %d: memref<5x6xf32>) {
  // expected-error @+1 {{the input must be rows of a box, then of classes}}
  kernel.decode_boxes ins(%a : memref<4x20xf32>) outs(%y : memref<1x7x20xf32>) {confidence = 0.25 : f32}
  // expected-error @+1 {{the input must be rows of a box, then of classes}}
  kernel.decode_boxes ins(%c : memref<5x20xf32>) outs(%y : memref<1x7x20xf32>) {confidence = 0.25 : f32, object_score}
  // expected-error @+1 {{final boxes have six rows}}
  kernel.decode_boxes ins(%b : memref<7x20xf32>) outs(%z : memref<1x6x20xf32>) {confidence = 0.25 : f32, final}
  // expected-error @+1 {{the output must be 1,7,n}}
  kernel.decode_boxes ins(%b : memref<7x20xf32>) outs(%z : memref<1x6x20xf32>) {confidence = 0.25 : f32}
  // expected-error @+1 {{by_class needs an overlap}}
  kernel.select_detections ins(%y : memref<1x7x20xf32>) outs(%d : memref<5x6xf32>) {by_class}
  // expected-error @+1 {{the input must be rows of a box, then of classes}}
  kernel.decode_boxes ins(%b : memref<7x20xf32>) outs(%y : memref<1x7x20xf32>) {confidence = 0.25 : f32, extras = 3 : i64}
  // expected-error @+1 {{the output must be 1,8,n}}
  kernel.decode_boxes ins(%b : memref<7x20xf32>) outs(%y : memref<1x7x20xf32>) {confidence = 0.25 : f32, extras = 2 : i64}
  // expected-error @+1 {{rotated boxes need an angle}}
  kernel.decode_boxes ins(%b : memref<7x20xf32>) outs(%y : memref<1x7x20xf32>) {confidence = 0.25 : f32, rotated}
  // expected-error @+1 {{rotated boxes have eight fields}}
  kernel.select_detections ins(%y : memref<1x7x20xf32>) outs(%d : memref<5x6xf32>) {overlap = 0.5 : f32, rotated}
  func.return
}
