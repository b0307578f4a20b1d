// RUN: round-trip %s

func.func @main(%f: tensor<2x7x9xf32>, %w: tensor<1x7x9xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.project_flow %f, %w : (tensor<2x7x9xf32>, tensor<1x7x9xf32>) -> tensor<2x7x9xf32>
  %1 = ncnn.project_flow %u, %w : (tensor<*xf32>, tensor<1x7x9xf32>) -> tensor<*xf32>
  func.return
}
