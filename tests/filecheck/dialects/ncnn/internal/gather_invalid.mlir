// RUN: verify-diagnostics %s

func.func @main(%t: tensor<9xf32>, %i: tensor<5xf32>, %t1: tensor<9x4xf32>, %i1: tensor<1x5xf32>, %x: tensor<3x7xf32>, %i2: tensor<2x5xf32>, %i3: tensor<3x5xf32>) {
  // expected-error @+1 {{table must have 2 dimensions, not 1}}
  ncnn.gather_rows %t, %i : tensor<9xf32>, tensor<5xf32> -> tensor<5x1xf32>
  // expected-error @+1 {{indices must have 1 dimension, not 2}}
  ncnn.gather_rows %t1, %i1 : tensor<9x4xf32>, tensor<1x5xf32> -> tensor<5x4xf32>
  // expected-error @+1 {{indices of shape [2, 5] do not fit [3, 7], axis 1}}
  ncnn.gather_elements %x, %i2 axis 1 : tensor<3x7xf32>, tensor<2x5xf32> -> tensor<2x5xf32>
  // expected-error @+1 {{axis 2 is outside of 2 dimensions}}
  ncnn.gather_elements %x, %i3 axis 2 : tensor<3x7xf32>, tensor<3x5xf32> -> tensor<3x5xf32>
  func.return
}
