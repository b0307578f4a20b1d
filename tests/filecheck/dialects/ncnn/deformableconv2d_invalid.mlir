// RUN: verify-diagnostics %s

func.func @main(%x: tensor<3x7x9xf32>, %w: tensor<6x4x3x3xf32>, %o: tensor<18x5x7xf32>, %x1: tensor<4x7x9xf32>, %o1: tensor<18x7x9xf32>, %m: tensor<18x5x7xf32>, %x2: tensor<4x7x1xf32>, %o2: tensor<18x5x1xf32>) {
  // expected-error @+1 {{input has 3 channels, the weights are for 4}}
  ncnn.deformable_conv2d %x, %w at %o : tensor<18x5x7xf32> : tensor<3x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  // expected-error @+1 {{offset must have shape [18, 5, 7], not [18, 7, 9]}}
  ncnn.deformable_conv2d %x1, %w at %o1 : tensor<18x7x9xf32> : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  // expected-error @+1 {{mask must have shape [9, 5, 7], not [18, 5, 7]}}
  ncnn.deformable_conv2d %x1, %w at %o : tensor<18x5x7xf32> mask %m : tensor<18x5x7xf32> : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  // expected-error @+1 {{kernel extent 3 exceeds the padded input of 1}}
  ncnn.deformable_conv2d %x2, %w at %o2 : tensor<18x5x1xf32> : tensor<4x7x1xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x1xf32>
  func.return
}
