// RUN: round-trip %s

// By scale, to a size, along the width of a matrix, a vector to planes.
func.func @interp(%x: tensor<4x7x9xf32>, %m: tensor<7x9xf32>, %v: tensor<5xf32>) {
  %0 = ncnn.interp bilinear %x scale [2.000000e+00, 1.500000e+00] : (tensor<4x7x9xf32>) -> tensor<4x14x13xf32>
  %1 = ncnn.interp bicubic %x size [5, 20] align_corner : (tensor<4x7x9xf32>) -> tensor<4x5x20xf32>
  %2 = ncnn.interp nearest %m scale [2.000000e+00, 2.000000e+00] : (tensor<7x9xf32>) -> tensor<7x18xf32>
  %3 = ncnn.interp nearest %v size [2, 3] : (tensor<5xf32>) -> tensor<5x2x3xf32>
  func.return
}

// To the size of another blob, or as an expression says (width, height).
func.func @interp1(%x: tensor<4x7x9xf32>, %r: tensor<1x3x5xf32>) {
  %0 = ncnn.interp nearest %x like %r : (tensor<4x7x9xf32>, tensor<1x3x5xf32>) -> tensor<4x3x5xf32>
  %1 = ncnn.interp bilinear %x like %r expression "*(1w,2),0h" : (tensor<4x7x9xf32>, tensor<1x3x5xf32>) -> tensor<4x7x10xf32>
  func.return
}
