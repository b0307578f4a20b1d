// RUN: round-trip %s

// All kinds; channels of three axes, depth of four; a constant for each channel.
func.func @padding(%x: tensor<4x7x9xf32>, %v: tensor<6xf32>, %d: tensor<2x3x4x5xf32>, %m: tensor<7x9xf32>) {
  %0 = ncnn.padding constant %x before [0, 1, 2] after [0, 3, 4] value 5.000000e-01 : tensor<4x7x9xf32> -> tensor<4x11x15xf32>
  %1 = ncnn.padding replicate %x before [1, 0, 0] after [1, 0, 0] : tensor<4x7x9xf32> -> tensor<6x7x9xf32>
  %2 = ncnn.padding reflect %m before [0, 6, 0] after [0, 0, 8] : tensor<7x9xf32> -> tensor<13x17xf32>
  %3 = ncnn.padding constant %x values %v : tensor<6xf32> before [1, 1, 0] after [1, 0, 0] : tensor<4x7x9xf32> -> tensor<6x8x9xf32>
  %4 = ncnn.padding constant %d before [1, 0, 0] after [2, 0, 0] : tensor<2x3x4x5xf32> -> tensor<2x6x4x5xf32>
  func.return
}
