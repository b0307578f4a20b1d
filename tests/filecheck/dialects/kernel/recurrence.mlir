// RUN: round-trip %s

func.func @main(%x: memref<7x48xf32>, %w: memref<480xf32>, %b: memref<1x16xf32>, %y: memref<7x10xf32>, %h: memref<1x10xf32>, %d: memref<7x1xf32>) {
  kernel.recurrence ins(%x, %w, %b : memref<7x48xf32>, memref<480xf32>, memref<1x16xf32>) outs(%y, %h : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell gru>, direction = #kernel<direction reverse>, lanes = 8 : i64, group = 2 : i64, shares_vectors}
  kernel.quantize_rows ins(%y : memref<7x10xf32>) outs(%y, %d : memref<7x10xf32>, memref<7x1xf32>)
  func.return
}
