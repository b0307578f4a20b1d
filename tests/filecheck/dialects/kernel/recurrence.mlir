// RUN: round-trip %s

func.func @main(%x: memref<7x48xf32>, %w: memref<480xf32>, %b: memref<1x16xf32>, %y: memref<7x10xf32>, %h: memref<1x10xf32>, %d: memref<7x1xf32>, %q: memref<7x10xi8>, %i: memref<576xi8>, %f: memref<48x1xf32>, %s: memref<6x8xi32>) {
  kernel.recurrence ins(%x, %w, %b : memref<7x48xf32>, memref<480xf32>, memref<1x16xf32>) outs(%y, %h : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell gru>, direction = #kernel<direction reverse>, lanes = 8 : i64, group = 2 : i64, shares_vectors}
  kernel.recurrence ins(%x, %i, %b, %f, %s : memref<7x48xf32>, memref<576xi8>, memref<1x16xf32>, memref<48x1xf32>, memref<6x8xi32>) outs(%y, %h : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell gru>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 2 : i64, product = #target.product<"x86-avx512", "vpdpbusd">}
  kernel.quantize_rows ins(%y : memref<7x10xf32>) outs(%q, %d : memref<7x10xi8>, memref<7x1xf32>)
  func.return
}
