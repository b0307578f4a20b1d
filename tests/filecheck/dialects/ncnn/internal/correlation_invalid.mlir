// RUN: verify-diagnostics %s

func.func @main(%a: tensor<4x7x9xf32>, %b: tensor<4x9x10xf32>, %b1: tensor<4x8x10xf32>, %a1: tensor<7x9xf32>, %b2: tensor<9x11xf32>) {
  // expected-error @+1 {{image [4, 9, 10] is not [4, 7, 9] with the same border on each side}}
  ncnn.correlation %a, %b : (tensor<4x7x9xf32>, tensor<4x9x10xf32>) -> tensor<9x7x9xf32>
  // expected-error @+1 {{image [4, 8, 10] is not [4, 7, 9] with the same border on each side}}
  ncnn.correlation %a, %b1 : (tensor<4x7x9xf32>, tensor<4x8x10xf32>) -> tensor<4x7x9xf32>
  // expected-error @+1 {{images must have 3 dimensions, not 2 and 2}}
  ncnn.correlation %a1, %b2 : (tensor<7x9xf32>, tensor<9x11xf32>) -> tensor<9x7x9xf32>
  func.return
}
