// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%i0: memref<7x48xf32>, %i1: memref<480xf32>, %o0: memref<7x10xf32>, %o1: memref<1x10xf32>) {
  // CHECK: the inputs must be x, weights, new_bias
  kernel.recurrence ins(%i0, %i1 : memref<7x48xf32>, memref<480xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell gru>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  func.return
}

// -----

func.func @main(%i0: memref<7x16xf32>, %i1: memref<160xf32>, %o0: memref<7x10xf32>, %o1: memref<1x10xf32>) {
  // CHECK: the inputs must be x, weights, scales, state
  kernel.recurrence ins(%i0, %i1 : memref<7x16xf32>, memref<160xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64, quantized, initial}
  func.return
}

// -----

func.func @main(%i0: memref<7x64xf32>, %i1: memref<640xf32>, %o0: memref<7x10xf32>, %o1: memref<1x10xf32>) {
  // CHECK: needs an output, and one for each final state
  kernel.recurrence ins(%i0, %i1 : memref<7x64xf32>, memref<640xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell lstm>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  func.return
}

// -----

func.func @main(%i0: memref<112xf32>, %i1: memref<160xf32>, %o0: memref<7x10xf32>, %o1: memref<1x10xf32>) {
  // CHECK: x and all outputs must have two dimensions
  kernel.recurrence ins(%i0, %i1 : memref<112xf32>, memref<160xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  func.return
}

// -----

func.func @main(%i0: memref<7x16xf32>, %i1: memref<160xf32>, %o0: memref<6x10xf32>, %o1: memref<1x10xf32>) {
  // CHECK: the output must be steps,directions*outputs
  kernel.recurrence ins(%i0, %i1 : memref<7x16xf32>, memref<160xf32>) outs(%o0, %o1 : memref<6x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  func.return
}

// -----

func.func @main(%i0: memref<7x16xf32>, %i1: memref<160xf32>, %o0: memref<7x10xf32>, %o1: memref<2x10xf32>) {
  // CHECK: the final states must be directions,n
  kernel.recurrence ins(%i0, %i1 : memref<7x16xf32>, memref<160xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<2x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  func.return
}

// -----

func.func @main(%i0: memref<7x10xf32>, %i1: memref<160xf32>, %o0: memref<7x10xf32>, %o1: memref<1x10xf32>) {
  // CHECK: x must have 16 columns
  kernel.recurrence ins(%i0, %i1 : memref<7x10xf32>, memref<160xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  func.return
}

// -----

func.func @main(%i0: memref<7x16xf32>, %i1: memref<100xf32>, %o0: memref<7x10xf32>, %o1: memref<1x10xf32>) {
  // CHECK: needs 16 x 10 weights
  kernel.recurrence ins(%i0, %i1 : memref<7x16xf32>, memref<100xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  func.return
}

// -----

func.func @main(%i0: memref<7x16xf32>, %i1: memref<160xf32>, %o0: memref<7x10xf32>, %o1: memref<1x10xf32>) {
  // CHECK: the blocks must be whole groups
  kernel.recurrence ins(%i0, %i1 : memref<7x16xf32>, memref<160xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 4 : i64}
  func.return
}

// -----

func.func @main(%x: memref<7x10xf32>, %d: memref<7xf32>) {
  // CHECK: the outputs must be rows,n and rows,1
  kernel.quantize_rows ins(%x : memref<7x10xf32>) outs(%x, %d : memref<7x10xf32>, memref<7xf32>)
  func.return
}
