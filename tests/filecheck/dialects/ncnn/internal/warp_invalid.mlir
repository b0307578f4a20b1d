// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>, %f: tensor<2x7x8xf32>, %x1: tensor<7x9xf32>, %f1: tensor<2x7x9xf32>, %w: tensor<9x7x9xf32>) {
  // expected-error @+1 {{flow must have shape [2, 7, 9], not [2, 7, 8]}}
  ncnn.warp %x, %f : (tensor<4x7x9xf32>, tensor<2x7x8xf32>) -> tensor<4x7x9xf32>
  // expected-error @+1 {{image must have 3 dimensions, not 2}}
  ncnn.warp %x1, %f1 : (tensor<7x9xf32>, tensor<2x7x9xf32>) -> tensor<7x9xf32>
  // expected-error @+1 {{filter must have shape [16, 7, 9], not [9, 7, 9]}}
  ncnn.filter_interpolation %x, %f1, %w : (tensor<4x7x9xf32>, tensor<2x7x9xf32>, tensor<9x7x9xf32>) -> tensor<4x7x9xf32>
  func.return
}
