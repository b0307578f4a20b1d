// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x3x3x3x4xf32>, %y: memref<3x6x6xf32>, %y1: memref<2x6x6xf32>) {
  // expected-error @+1 {{input must be c,kh,kw,windows of the output's c}}
  kernel.fold ins(%x : memref<2x3x3x3x4xf32>) outs(%y : memref<3x6x6xf32>) {stride = array<i64: 2, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0>}
  // expected-error @+1 {{stride, dilation and pad must have two entries}}
  kernel.fold ins(%x : memref<2x3x3x3x4xf32>) outs(%y1 : memref<2x6x6xf32>) {stride = array<i64: 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0>}
  // expected-error @+1 {{strides and dilations must be positive, pads not negative}}
  kernel.fold ins(%x : memref<2x3x3x3x4xf32>) outs(%y1 : memref<2x6x6xf32>) {stride = array<i64: 0, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0>}
  func.return
}
