// RUN: round-trip %s

// What an order means depends on the rank.
func.func @permute(%x: tensor<4x7x9xf32>, %d: tensor<2x3x4x5xf32>, %m: tensor<7x9xf32>, %v: tensor<9xf32>) {
  %0 = ncnn.permute %x : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  %1 = ncnn.permute %x order 3 : tensor<4x7x9xf32> -> tensor<7x9x4xf32>
  %2 = ncnn.permute %x order 4 : tensor<4x7x9xf32> -> tensor<9x4x7xf32>
  %3 = ncnn.permute %d order 23 : tensor<2x3x4x5xf32> -> tensor<5x4x3x2xf32>
  %4 = ncnn.permute %d order 9 : tensor<2x3x4x5xf32> -> tensor<3x4x5x2xf32>
  %5 = ncnn.permute %m order 1 : tensor<7x9xf32> -> tensor<9x7xf32>
  %6 = ncnn.permute %v order 1 : tensor<9xf32> -> tensor<9xf32>
  func.return
}
