// RUN: verify-diagnostics %s

func.func @main(%x: memref<5xf32>, %y: memref<5x4xf32>, %t: memref<9x4xf32>, %y1: memref<4x4xf32>, %q: memref<9x4xi8>, %b: memref<4xf32>, %u: memref<5xi8>, %s: memref<1xf32>) {
  // expected-error @+1 {{takes words, a table, its codebook or scales, and a bias}}
  kernel.gather_rows ins(%x : memref<5xf32>) outs(%y : memref<5x4xf32>)
  // expected-error @+1 {{words must have one extent, the table two}}
  kernel.gather_rows ins(%x, %x : memref<5xf32>, memref<5xf32>) outs(%y : memref<5x4xf32>)
  // expected-error @+1 {{the output must have a row of the table for each word}}
  kernel.gather_rows ins(%x, %t : memref<5xf32>, memref<9x4xf32>) outs(%y1 : memref<4x4xf32>)
  // expected-error @+1 {{the bias must be as long as a row}}
  kernel.gather_rows ins(%x, %t, %x : memref<5xf32>, memref<9x4xf32>, memref<5xf32>) outs(%y : memref<5x4xf32>)
  // expected-error @+1 {{takes words, a table, its codebook or scales, and a bias}}
  kernel.gather_rows ins(%x, %q : memref<5xf32>, memref<9x4xi8>) outs(%y : memref<5x4xf32>)
  // expected-error @+1 {{a table of i8 has one scale, one of ui8 a codebook of 256}}
  kernel.gather_rows ins(%x, %q, %b : memref<5xf32>, memref<9x4xi8>, memref<4xf32>) outs(%y : memref<5x4xf32>)
  // expected-error @+1 {{only a table may be of integers}}
  kernel.gather_rows ins(%u, %q, %s : memref<5xi8>, memref<9x4xi8>, memref<1xf32>) outs(%y : memref<5x4xf32>)
  func.return
}
