// RUN: verify-diagnostics %s

func.func @main(%a: tensor<4x7xf32>, %b: tensor<4x6xf32>, %b1: tensor<4xf32>) {
  // expected-error @+1 {{inputs of shape [4, 7] and [4, 6] differ outside of axis 0}}
  ncnn.concat %a, %b : (tensor<4x7xf32>, tensor<4x6xf32>) -> tensor<8x7xf32>
  // expected-error @+1 {{inputs of shape [4, 7] and [4] differ outside of axis 0}}
  ncnn.concat %a, %b1 : (tensor<4x7xf32>, tensor<4xf32>) -> tensor<8x7xf32>
  // expected-error @+1 {{axis 2 is outside of 2 dimensions}}
  ncnn.concat %a axis 2 : (tensor<4x7xf32>) -> tensor<4x7xf32>
  func.return
}
