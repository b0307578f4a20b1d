// RUN: verify-diagnostics %s

func.func @main(%x: memref<3x40xf32>, %q: memref<3x48xi8>, %n: memref<3x40xi8>, %f: memref<3x2xf32>, %s: memref<3x2xi32>) {
  // expected-error @+1 {{makes i8 or i16, f32 and i32 of f32}}
  kernel.quantize_blocks ins(%x : memref<3x40xf32>) outs(%q, %f, %f : memref<3x48xi8>, memref<3x2xf32>, memref<3x2xf32>) {size = 32 : i64, offset = 8 : i64}
  // expected-error @+1 {{blocks have whole fours of columns}}
  kernel.quantize_blocks ins(%x : memref<3x40xf32>) outs(%q, %f, %s : memref<3x48xi8>, memref<3x2xf32>, memref<3x2xi32>) {size = 30 : i64, offset = 8 : i64}
  // expected-error @+1 {{the outputs must have the shapes [[3, 48], [3, 2], [3, 2]]}}
  kernel.quantize_blocks ins(%x : memref<3x40xf32>) outs(%n, %f, %s : memref<3x40xi8>, memref<3x2xf32>, memref<3x2xi32>) {size = 32 : i64, offset = 8 : i64}
  // expected-error @+1 {{the outputs must have the shapes [[6, 48], [6, 2], [6, 2]]}}
  kernel.quantize_blocks ins(%x : memref<3x40xf32>) outs(%q, %f, %s : memref<3x48xi8>, memref<3x2xf32>, memref<3x2xi32>) {size = 32 : i64, offset = 8 : i64, digits = 2 : i64}
  // expected-error @+1 {{the largest magnitude is one number of f32}}
  kernel.quantize_blocks ins(%x, %s : memref<3x40xf32>, memref<3x2xi32>) outs(%q, %f, %s : memref<3x48xi8>, memref<3x2xf32>, memref<3x2xi32>) {size = 32 : i64, offset = 8 : i64}
  func.return
}
