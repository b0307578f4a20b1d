// RUN: verify-diagnostics %s

func.func @main(%x: tensor<24x4x4xf32>, %p: tensor<2x4x4x16xf32>, %x1: memref<24xf32>, %x2: tensor<2x4xf32>, %y: memref<5x5xf32>, %x3: memref<3x8xf32>, %y1: memref<4x8xf32>, %y2: memref<3x9xf32>, %t: memref<4xi64>, %y3: memref<5xf32>, %y4: memref<3x8xf32>, %x4: tensor<2x4xi8>, %x5: memref<24xi8>, %y5: memref<24xi16>, %t1: memref<24xi32>, %y6: memref<24xi8>, %x6: memref<2x4x1xi8>, %x7: memref<2x5x3xf32>, %y7: memref<5x7xf32>, %y8: memref<4x6xf32>, %y9: memref<5x3x2xf32>, %y10: memref<2x4x3xf32>, %x8: memref<2x3x5x7xf32>) {
  // expected-error @+1 {{expected 1 results, one per tensor in outs}}
  kernel.pack ins(%x : tensor<24x4x4xf32>) outs(%p : tensor<2x4x4x16xf32>)
  // expected-error @+1 {{the offset must not be negative}}
  kernel.view %x1[-4] : memref<24xf32> -> memref<2x4xf32>
  // expected-error @+1 {{memref<2x4xf32> does not fit at 20}}
  kernel.view %x1[20] : memref<24xf32> -> memref<2x4xf32>
  // expected-error @+1 {{the operands do not fill the result}}
  kernel.concat %x2, %x2 : tensor<2x4xf32>, tensor<2x4xf32> -> tensor<5x4xf32>
  // expected-error @+1 {{input and output must have the same number of elements}}
  kernel.copy ins(%x1 : memref<24xf32>) outs(%y : memref<5x5xf32>)
  // expected-error @+1 {{input and output must have the same number of rows}}
  kernel.copy_columns ins(%x3 : memref<3x8xf32>) outs(%y1 : memref<4x8xf32>) {source = 0 : i64, destination = 0 : i64, count = 8 : i64}
  // expected-error @+1 {{the columns reach beyond the input's rows}}
  kernel.copy_columns ins(%x3 : memref<3x8xf32>) outs(%y2 : memref<3x9xf32>) {source = 1 : i64, destination = 0 : i64, count = 8 : i64}
  // expected-error @+1 {{the columns reach beyond the output's rows}}
  kernel.copy_columns ins(%x3 : memref<3x8xf32>) outs(%y2 : memref<3x9xf32>) {source = 0 : i64, destination = 2 : i64, count = 8 : i64}
  // expected-error @+1 {{the table needs one entry per output element}}
  kernel.gather ins(%x3, %t : memref<3x8xf32>, memref<4xi64>) outs(%y3 : memref<5xf32>)
  // expected-error @+1 {{input and output must have the same three extents or more}}
  kernel.softmax ins(%x3 : memref<3x8xf32>) outs(%y4 : memref<3x8xf32>)
  // expected-error @+1 {{a softmax along the last axis has three extents}}
  kernel.softmax ins(%x8 : memref<2x3x5x7xf32>) outs(%x8 : memref<2x3x5x7xf32>) {is_last}
  // expected-error @+1 {{a view has the elements of its source}}
  kernel.view %x1[0] : memref<24xf32> -> memref<24xi32>
  // expected-error @+1 {{all operands must have the result's type of elements}}
  kernel.concat %x4, %x4 : tensor<2x4xi8>, tensor<2x4xi8> -> tensor<4x4xi16>
  // expected-error @+1 {{all operands must have one type of elements}}
  kernel.copy ins(%x5 : memref<24xi8>) outs(%y5 : memref<24xi16>)
  // expected-error @+1 {{tables must be of i64}}
  kernel.gather ins(%x5, %t1 : memref<24xi8>, memref<24xi32>) outs(%y6 : memref<24xi8>)
  // expected-error @+1 {{computes on f32 only}}
  kernel.softmax ins(%x6 : memref<2x4x1xi8>) outs(%x6 : memref<2x4x1xi8>)
  // expected-error @+1 {{7 columns are not 2 blocks of 3}}
  kernel.join_columns ins(%x7 : memref<2x5x3xf32>) outs(%y7 : memref<5x7xf32>)
  // expected-error @+1 {{input and output must have the same number of rows}}
  kernel.join_columns ins(%x7 : memref<2x5x3xf32>) outs(%y8 : memref<4x6xf32>)
  // expected-error @+1 {{joins blocks of rows to rows}}
  kernel.join_columns ins(%x7 : memref<2x5x3xf32>) outs(%y9 : memref<5x3x2xf32>)
  // expected-error @+1 {{input and output must be outer,rows,n, and differ in rows only}}
  kernel.copy_rows ins(%x7 : memref<2x5x3xf32>) outs(%y9 : memref<5x3x2xf32>) {begin = affine_map<() -> (0)>}
  // expected-error @+1 {{the rows reach beyond the output}}
  kernel.copy_rows ins(%x7 : memref<2x5x3xf32>) outs(%y10 : memref<2x4x3xf32>) {begin = affine_map<() -> (0)>}
  // expected-error @+1 {{begin must be a row, made of the symbols that bounds have}}
  kernel.copy_rows ins(%x7 : memref<2x5x3xf32>) outs(%x7 : memref<2x5x3xf32>) {begin = affine_map<()[s0] -> (s0)>}
  // expected-error @+1 {{bounds must be 3 extents, made of symbols}}
  kernel.copy_rows ins(%x7 : memref<2x5x3xf32>) outs(%x7 : memref<2x5x3xf32>) {begin = affine_map<()[s0] -> (s0)>, bounds = affine_map<()[s0] -> (s0)>}
  // expected-error @+1 {{a place has an offset, and a stride for each extent}}
  kernel.strided_copy ins(%x7 : memref<2x5x3xf32>) outs(%x7 : memref<2x5x3xf32>) {extents = array<i64: 2>, source = affine_map<() -> (0, 1)>, destination = affine_map<() -> (0)>}
  // expected-error @+1 {{places are made of the symbols that bounds have}}
  kernel.strided_copy ins(%x7 : memref<2x5x3xf32>) outs(%x7 : memref<2x5x3xf32>) {extents = array<i64: 2>, source = affine_map<()[s0] -> (s0, 1)>, destination = affine_map<() -> (0, 1)>}
  func.return
}
