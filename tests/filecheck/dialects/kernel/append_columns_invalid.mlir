// RUN: verify-diagnostics %s

func.func @main(%a: memref<5x6xf32>, %b: memref<5x7xf32>, %t: memref<9x20xf32>, %y: memref<5x8xf32>, %z: memref<5x16xf32>) {
  // expected-error @+1 {{needs rows m,7 and a table}}
  kernel.append_columns ins(%a, %t : memref<5x6xf32>, memref<9x20xf32>) outs(%y : memref<5x8xf32>)
  // expected-error @+1 {{the output must be m,6+e with up to all rows of the table}}
  kernel.append_columns ins(%b, %t : memref<5x7xf32>, memref<9x20xf32>) outs(%z : memref<5x16xf32>)
  func.return
}
