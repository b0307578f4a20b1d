// RUN: verify-diagnostics %s

func.func @main(%x: memref<3x40xf32>, %z: memref<3x39xf32>) {
  // expected-error @+1 {{input and output must have the same rows,n}}
  kernel.round_rows ins(%x : memref<3x40xf32>) outs(%z : memref<3x39xf32>) {size = 32 : i64}
  // expected-error @+1 {{blocks have at least one column}}
  kernel.round_rows ins(%x : memref<3x40xf32>) outs(%x : memref<3x40xf32>) {size = 0 : i64}
  // expected-error @+1 {{there is a largest magnitude for equal numbers of rows}}
  kernel.round_rows ins(%x, %x : memref<3x40xf32>, memref<3x40xf32>) outs(%x : memref<3x40xf32>) {size = 32 : i64}
  func.return
}
