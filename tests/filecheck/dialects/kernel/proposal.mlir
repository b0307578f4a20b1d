// RUN: round-trip %s

func.func @decode(%b: memref<9x4x42xf32>, %s: memref<9x42xf32>, %a: memref<9x2xf32>, %c: memref<2x42xf32>, %i: memref<3xf32>, %y: memref<9x6x42xf32>) {
  kernel.decode_proposals ins(%b, %s, %a, %c, %i : memref<9x4x42xf32>, memref<9x42xf32>, memref<9x2xf32>, memref<2x42xf32>, memref<3xf32>) outs(%y : memref<9x6x42xf32>) {min_size = 16 : i64}
  func.return
}

func.func @select(%x: memref<9x6x42xf32>, %c: memref<50x4xf32>, %s: memref<50x1xf32>) {
  kernel.select_proposals ins(%x : memref<9x6x42xf32>) outs(%c, %s : memref<50x4xf32>, memref<50x1xf32>) {candidates = 60 : i64, overlap = 5.000000e-01 : f32}
  func.return
}
