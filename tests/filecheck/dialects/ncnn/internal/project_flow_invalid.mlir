// RUN: verify-diagnostics %s

func.func @main(%f: tensor<3x7x9xf32>, %w: tensor<1x7x9xf32>, %f1: tensor<2x7x9xf32>, %w1: tensor<1x7x8xf32>) {
  // expected-error @+1 {{flow must have shape [2, h, w], not [3, 7, 9]}}
  ncnn.project_flow %f, %w : (tensor<3x7x9xf32>, tensor<1x7x9xf32>) -> tensor<3x7x9xf32>
  // expected-error @+1 {{depth must have shape [1, 7, 9], not [1, 7, 8]}}
  ncnn.project_flow %f1, %w1 : (tensor<2x7x9xf32>, tensor<1x7x8xf32>) -> tensor<2x7x9xf32>
  func.return
}
