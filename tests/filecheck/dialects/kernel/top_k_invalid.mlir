// RUN: verify-diagnostics %s

func.func @main(%x: memref<3x7xf32>, %v: memref<3x2xf32>, %x1: memref<4x7xf32>, %v1: memref<3x8xf32>) {
  // expected-error @+1 {{takes rows, and gives values and places}}
  kernel.top_k ins(%x : memref<3x7xf32>) outs(%v : memref<3x2xf32>)
  // expected-error @+1 {{values and places need the rows of the input}}
  kernel.top_k ins(%x1 : memref<4x7xf32>) outs(%v, %v : memref<3x2xf32>, memref<3x2xf32>)
  // expected-error @+1 {{rows of 7 elements have no 8 largest}}
  kernel.top_k ins(%x : memref<3x7xf32>) outs(%v1, %v1 : memref<3x8xf32>, memref<3x8xf32>)
  func.return
}
