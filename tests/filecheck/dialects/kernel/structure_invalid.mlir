// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<24x4x4xf32>, %p: tensor<2x4x4x16xf32>) {
  // CHECK: expected 1 results, one per tensor in outs
  kernel.pack ins(%x : tensor<24x4x4xf32>) outs(%p : tensor<2x4x4x16xf32>)
  func.return
}

// -----

func.func @main(%x: memref<24xf32>) {
  // CHECK: the offset must not be negative
  %0 = kernel.view %x[-4] : memref<24xf32> -> memref<2x4xf32>
  func.return
}

// -----

func.func @main(%x: memref<24xf32>) {
  // CHECK: memref<2x4xf32> does not fit at 20
  %0 = kernel.view %x[20] : memref<24xf32> -> memref<2x4xf32>
  func.return
}

// -----

func.func @main(%x: tensor<2x4xf32>) {
  // CHECK: the operands do not fill the result
  %0 = kernel.concat %x, %x : tensor<2x4xf32>, tensor<2x4xf32> -> tensor<5x4xf32>
  func.return
}

// -----

func.func @main(%x: memref<24xf32>, %y: memref<5x5xf32>) {
  // CHECK: input and output must have the same number of elements
  kernel.copy ins(%x : memref<24xf32>) outs(%y : memref<5x5xf32>)
  func.return
}

// -----

func.func @main(%x: memref<3x8xf32>, %y: memref<4x8xf32>) {
  // CHECK: input and output must have the same number of rows
  kernel.copy_columns ins(%x : memref<3x8xf32>) outs(%y : memref<4x8xf32>) {source = 0 : i64, destination = 0 : i64, count = 8 : i64}
  func.return
}

// -----

func.func @main(%x: memref<3x8xf32>, %y: memref<3x9xf32>) {
  // CHECK: the columns reach beyond the input's rows
  kernel.copy_columns ins(%x : memref<3x8xf32>) outs(%y : memref<3x9xf32>) {source = 1 : i64, destination = 0 : i64, count = 8 : i64}
  func.return
}

// -----

func.func @main(%x: memref<3x8xf32>, %y: memref<3x9xf32>) {
  // CHECK: the columns reach beyond the output's rows
  kernel.copy_columns ins(%x : memref<3x8xf32>) outs(%y : memref<3x9xf32>) {source = 0 : i64, destination = 2 : i64, count = 8 : i64}
  func.return
}

// -----

func.func @main(%x: memref<3x8xf32>, %t: memref<4xi64>, %y: memref<5xf32>) {
  // CHECK: the table needs one entry per output element
  kernel.gather ins(%x, %t : memref<3x8xf32>, memref<4xi64>) outs(%y : memref<5xf32>)
  func.return
}

// -----

func.func @main(%x: memref<3x8xf32>, %y: memref<3x8xf32>) {
  // CHECK: input and output must have the same three extents
  kernel.softmax ins(%x : memref<3x8xf32>) outs(%y : memref<3x8xf32>)
  func.return
}

// -----

func.func @main(%x: memref<24xf32>) {
  // CHECK: a view has the elements of its source
  %0 = kernel.view %x[0] : memref<24xf32> -> memref<24xi32>
  func.return
}

// -----

func.func @main(%x: tensor<2x4xi8>) {
  // CHECK: all operands must have the result's type of elements
  %0 = kernel.concat %x, %x : tensor<2x4xi8>, tensor<2x4xi8> -> tensor<4x4xi16>
  func.return
}

// -----

func.func @main(%x: memref<24xi8>, %y: memref<24xi16>) {
  // CHECK: all operands must have one type of elements
  kernel.copy ins(%x : memref<24xi8>) outs(%y : memref<24xi16>)
  func.return
}

// -----

func.func @main(%x: memref<24xi8>, %t: memref<24xi32>, %y: memref<24xi8>) {
  // CHECK: tables must be of i64
  kernel.gather ins(%x, %t : memref<24xi8>, memref<24xi32>) outs(%y : memref<24xi8>)
  func.return
}

// -----

func.func @main(%x: memref<2x4x1xi8>) {
  // CHECK: computes on f32 only
  kernel.softmax ins(%x : memref<2x4x1xi8>) outs(%x : memref<2x4x1xi8>)
  func.return
}

// -----

func.func @main(%x: memref<2x5x3xf32>, %y: memref<5x7xf32>) {
  // CHECK: 7 columns are not 2 blocks of 3
  kernel.join_columns ins(%x : memref<2x5x3xf32>) outs(%y : memref<5x7xf32>)
  func.return
}

// -----

func.func @main(%x: memref<2x5x3xf32>, %y: memref<4x6xf32>) {
  // CHECK: input and output must have the same number of rows
  kernel.join_columns ins(%x : memref<2x5x3xf32>) outs(%y : memref<4x6xf32>)
  func.return
}

// -----

func.func @main(%x: memref<2x5x3xf32>, %y: memref<5x3x2xf32>) {
  // CHECK: joins blocks of rows to rows
  kernel.join_columns ins(%x : memref<2x5x3xf32>) outs(%y : memref<5x3x2xf32>)
  func.return
}
