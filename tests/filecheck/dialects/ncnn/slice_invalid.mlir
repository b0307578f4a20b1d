// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>) {
  // expected-error @+1 {{2 parts need 2 sizes, not 1}}
  ncnn.slice %x sizes [2] : (tensor<4x7x9xf32>) -> (tensor<2x7x9xf32>, tensor<2x7x9xf32>)
  // expected-error @+1 {{3 parts need 2 split points, not 1}}
  ncnn.slice %x split_points [2] : (tensor<4x7x9xf32>) -> (tensor<2x7x9xf32>, tensor<1x7x9xf32>, tensor<1x7x9xf32>)
  // expected-error @+1 {{part 2 to 5 is empty or outside of an axis of 4}}
  ncnn.slice %x sizes [2, 3] : (tensor<4x7x9xf32>) -> (tensor<2x7x9xf32>, tensor<3x7x9xf32>)
  // expected-error @+1 {{part 0 to 0 is empty or outside of an axis of 4}}
  ncnn.slice %x split_points [0] : (tensor<4x7x9xf32>) -> (tensor<1x7x9xf32>, tensor<4x7x9xf32>)
  // expected-error @+1 {{the sizes cover 3 of the 9 cells of the axis}}
  ncnn.slice %x axis 2 sizes [3] : (tensor<4x7x9xf32>) -> tensor<4x7x3xf32>
  // expected-error @+1 {{axis 3 is outside of 3 dimensions}}
  ncnn.slice %x axis 3 sizes [-233] : (tensor<4x7x9xf32>) -> tensor<4x7x9xf32>
  func.return
}
