// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x4x6x8xf32>, %y: memref<3x5x3x8xf32>, %p: memref<5x1xi64>, %q: memref<3x1xi64>, %y1: memref<2x5x3x8xf32>, %q1: memref<4x1xi64>, %q2: memref<3x2xi64>, %i: memref<2x4x6x8xi8>) {
  // expected-error @+1 {{input and output must have the same blocks of channels}}
  kernel.interp ins(%x, %p, %q : memref<2x4x6x8xf32>, memref<5x1xi64>, memref<3x1xi64>) outs(%y : memref<3x5x3x8xf32>)
  // expected-error @+1 {{needs a table of rows and one of columns}}
  kernel.interp ins(%x, %p, %q1 : memref<2x4x6x8xf32>, memref<5x1xi64>, memref<4x1xi64>) outs(%y1 : memref<2x5x3x8xf32>)
  // expected-error @+1 {{needs weights for more than one pixel}}
  kernel.interp ins(%x, %p, %q2 : memref<2x4x6x8xf32>, memref<5x1xi64>, memref<3x2xi64>) outs(%y1 : memref<2x5x3x8xf32>)
  // expected-error @+1 {{computes on f32 only}}
  kernel.interp ins(%i, %p, %q : memref<2x4x6x8xi8>, memref<5x1xi64>, memref<3x1xi64>) outs(%y1 : memref<2x5x3x8xf32>)
  func.return
}
