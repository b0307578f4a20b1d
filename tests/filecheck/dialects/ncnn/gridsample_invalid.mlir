// RUN: verify-diagnostics %s

func.func @main(%x: tensor<7x9xf32>, %g: tensor<5x2xf32>, %x1: tensor<4x3x7x9xf32>, %g1: tensor<2x5x6x3xf32>, %x2: tensor<4x7x9xf32>, %g2: tensor<5x6x2xf32>) {
  // expected-error @+1 {{input must have 3 or 4 dimensions, not 2}}
  ncnn.grid_sample bilinear %x, %g : (tensor<7x9xf32>, tensor<5x2xf32>) -> tensor<5x2xf32>
  // expected-error @+1 {{bicubic samples are for images, not for volumes}}
  ncnn.grid_sample bicubic %x1, %g1 : (tensor<4x3x7x9xf32>, tensor<2x5x6x3xf32>) -> tensor<4x2x5x6xf32>
  // expected-error @+1 {{grid must have shape [2, height, width], not [5, 6, 2]}}
  ncnn.grid_sample bilinear %x2, %g2 planar : (tensor<4x7x9xf32>, tensor<5x6x2xf32>) -> tensor<4x5x6xf32>
  // expected-error @+1 {{grid must have shape [depth, height, width, 3], not [5, 6, 2]}}
  ncnn.grid_sample bilinear %x1, %g2 : (tensor<4x3x7x9xf32>, tensor<5x6x2xf32>) -> tensor<4x5x6xf32>
  // expected-error @+1 {{result has shape [4, 7, 9], the shape rule gives [4, 5, 6]}}
  ncnn.grid_sample bilinear %x2, %g2 : (tensor<4x7x9xf32>, tensor<5x6x2xf32>) -> tensor<4x7x9xf32>
  func.return
}
