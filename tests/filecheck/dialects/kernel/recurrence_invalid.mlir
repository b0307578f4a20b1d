// RUN: verify-diagnostics %s

func.func @main(%b0: memref<7x32xf32>, %b1: memref<320xf32>, %b2: memref<7x20xf32>, %b3: memref<2x10xf32>, %i0: memref<7x48xf32>, %i1: memref<480xf32>, %o0: memref<7x10xf32>, %o1: memref<1x10xf32>, %i2: memref<7x16xf32>, %i3: memref<160xf32>, %i4: memref<7x64xf32>, %i5: memref<640xf32>, %i6: memref<112xf32>, %o2: memref<6x10xf32>, %o3: memref<2x10xf32>, %i7: memref<7x10xf32>, %i8: memref<100xf32>, %x: memref<7x10xf32>, %q: memref<7x10xi8>, %d: memref<7xf32>, %e: memref<7x1xf32>) {
  // expected-error @+1 {{the inputs must be x, weights, new_bias}}
  kernel.recurrence ins(%i0, %i1 : memref<7x48xf32>, memref<480xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell gru>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  // expected-error @+1 {{multiplies weights of i8, with sums of i32; all else is f32}}
  kernel.recurrence ins(%i2, %i3 : memref<7x16xf32>, memref<160xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64, product = #target.product<"x86-avx2", "vpmaddwd">, initial}
  // expected-error @+1 {{needs an output, and one for each final state}}
  kernel.recurrence ins(%i4, %i5 : memref<7x64xf32>, memref<640xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell lstm>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  // expected-error @+1 {{x and all outputs must have two dimensions}}
  kernel.recurrence ins(%i6, %i3 : memref<112xf32>, memref<160xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  // expected-error @+1 {{the output must be steps,directions*outputs}}
  kernel.recurrence ins(%i2, %i3 : memref<7x16xf32>, memref<160xf32>) outs(%o2, %o1 : memref<6x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  // expected-error @+1 {{the final states must be directions,n}}
  kernel.recurrence ins(%i2, %i3 : memref<7x16xf32>, memref<160xf32>) outs(%o0, %o3 : memref<7x10xf32>, memref<2x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  // expected-error @+1 {{x must have 16 columns}}
  kernel.recurrence ins(%i7, %i3 : memref<7x10xf32>, memref<160xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  // expected-error @+1 {{needs 16 x 10 weights}}
  kernel.recurrence ins(%i2, %i8 : memref<7x16xf32>, memref<100xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 1 : i64}
  // expected-error @+1 {{the blocks must be whole groups}}
  kernel.recurrence ins(%i2, %i3 : memref<7x16xf32>, memref<160xf32>) outs(%o0, %o1 : memref<7x10xf32>, memref<1x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction forward>, lanes = 8 : i64, group = 4 : i64}
  // expected-error @+1 {{vectors are shared of one direction}}
  kernel.recurrence ins(%b0, %b1 : memref<7x32xf32>, memref<320xf32>) outs(%b2, %b3 : memref<7x20xf32>, memref<2x10xf32>) {cell_kind = #kernel<recurrent_cell rnn>, direction = #kernel<direction both>, lanes = 8 : i64, group = 1 : i64, shares_vectors}
  // expected-error @+1 {{the outputs must be rows,n and rows,1}}
  kernel.quantize_rows ins(%x : memref<7x10xf32>) outs(%q, %d : memref<7x10xi8>, memref<7xf32>)
  // expected-error @+1 {{makes i8, and factors of f32, of f32}}
  kernel.quantize_rows ins(%x : memref<7x10xf32>) outs(%x, %e : memref<7x10xf32>, memref<7x1xf32>)
  func.return
}
