// RUN: round-trip %s

// Along any axis, which may be counted from the innermost.
func.func @concat(%a: tensor<4x7x9xf32>, %b: tensor<2x7x9xf32>, %c: tensor<4x7x1xf32>, %v: tensor<3xf32>) {
  %0 = ncnn.concat %a, %b : (tensor<4x7x9xf32>, tensor<2x7x9xf32>) -> tensor<6x7x9xf32>
  %1 = ncnn.concat %a, %c, %a axis 2 : (tensor<4x7x9xf32>, tensor<4x7x1xf32>, tensor<4x7x9xf32>) -> tensor<4x7x19xf32>
  %2 = ncnn.concat %a, %a axis -2 : (tensor<4x7x9xf32>, tensor<4x7x9xf32>) -> tensor<4x14x9xf32>
  %3 = ncnn.concat %v : (tensor<3xf32>) -> tensor<3xf32>
  func.return
}
