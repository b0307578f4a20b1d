// RUN: verify-diagnostics %s

func.func @main(%a: memref<9x4x42xf32>, %b: memref<9x42xf32>, %y: memref<9x6x42xf32>, %a1: memref<9x5x42xf32>, %c: memref<9x2xf32>, %d: memref<2x42xf32>, %e: memref<3xf32>, %b1: memref<9x41xf32>, %e1: memref<4xf32>, %y1: memref<9x6x41xf32>, %x: memref<9x5x42xf32>, %c1: memref<50x4xf32>, %s: memref<50x1xf32>, %x1: memref<9x6x42xf32>, %s1: memref<49x1xf32>, %c2: memref<50x6xf32>) {
  // expected-error @+1 {{the input must be anchors,4,h*w, one of five}}
  kernel.decode_proposals ins(%a, %b : memref<9x4x42xf32>, memref<9x42xf32>) outs(%y : memref<9x6x42xf32>) {min_size = 16 : i64}
  // expected-error @+1 {{the input must be anchors,4,h*w, one of five}}
  kernel.decode_proposals ins(%a1, %b, %c, %d, %e : memref<9x5x42xf32>, memref<9x42xf32>, memref<9x2xf32>, memref<2x42xf32>, memref<3xf32>) outs(%y : memref<9x6x42xf32>) {min_size = 16 : i64}
  // expected-error @+1 {{needs scores, sizes and centres of all boxes, and the image}}
  kernel.decode_proposals ins(%a, %b1, %c, %d, %e : memref<9x4x42xf32>, memref<9x41xf32>, memref<9x2xf32>, memref<2x42xf32>, memref<3xf32>) outs(%y : memref<9x6x42xf32>) {min_size = 16 : i64}
  // expected-error @+1 {{needs scores, sizes and centres of all boxes, and the image}}
  kernel.decode_proposals ins(%a, %b, %c, %d, %e1 : memref<9x4x42xf32>, memref<9x42xf32>, memref<9x2xf32>, memref<2x42xf32>, memref<4xf32>) outs(%y : memref<9x6x42xf32>) {min_size = 16 : i64}
  // expected-error @+1 {{the output must be anchors,6,h*w}}
  kernel.decode_proposals ins(%a, %b, %c, %d, %e : memref<9x4x42xf32>, memref<9x42xf32>, memref<9x2xf32>, memref<2x42xf32>, memref<3xf32>) outs(%y1 : memref<9x6x41xf32>) {min_size = 16 : i64}
  // expected-error @+1 {{the input must be a table t,6,n}}
  kernel.select_proposals ins(%x : memref<9x5x42xf32>) outs(%c1, %s : memref<50x4xf32>, memref<50x1xf32>) {candidates = 60 : i64, overlap = 0.7 : f32}
  // expected-error @+1 {{the outputs must be m,4 and m,1}}
  kernel.select_proposals ins(%x1 : memref<9x6x42xf32>) outs(%c1, %s1 : memref<50x4xf32>, memref<49x1xf32>) {candidates = 60 : i64, overlap = 0.7 : f32}
  // expected-error @+1 {{the outputs must be m,4 and m,1}}
  kernel.select_proposals ins(%x1 : memref<9x6x42xf32>) outs(%c2, %s : memref<50x6xf32>, memref<50x1xf32>) {candidates = 60 : i64, overlap = 0.7 : f32}
  func.return
}
