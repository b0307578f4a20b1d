// RUN: verify-diagnostics %s

func.func @main(%x: memref<7x2xf32>, %y: memref<3x5x2xf32>, %x1: memref<3x7x1xf32>, %x2: memref<3x7x2xf32>) {
  // expected-error @+1 {{takes x and indices, of three extents each}}
  kernel.gather_elements ins(%x, %y : memref<7x2xf32>, memref<3x5x2xf32>) outs(%y : memref<3x5x2xf32>)
  // expected-error @+1 {{x and indices must differ in their middle extent only}}
  kernel.gather_elements ins(%x1, %y : memref<3x7x1xf32>, memref<3x5x2xf32>) outs(%y : memref<3x5x2xf32>)
  // expected-error @+1 {{the output must have the shape of the indices}}
  kernel.gather_elements ins(%x2, %y : memref<3x7x2xf32>, memref<3x5x2xf32>) outs(%x2 : memref<3x7x2xf32>)
  func.return
}
