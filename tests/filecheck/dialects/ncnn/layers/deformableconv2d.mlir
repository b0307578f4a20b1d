// RUN: round-trip %s

func.func @deformable(%x: tensor<4x7x9xf32>, %o: tensor<18x4x5xf32>, %m: tensor<9x4x5xf32>, %p: tensor<18x5x7xf32>) {
  %w = ncnn.weight <"w"> : tensor<6x4x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<6xf32>
  %0 = ncnn.deformable_conv2d %x, %w bias %b : tensor<6xf32> at %o : tensor<18x4x5xf32> mask %m : tensor<9x4x5xf32> stride [2, 2] pad [1, 1, 1, 1] activation relu : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x4x5xf32>
  %1 = ncnn.deformable_conv2d %x, %w at %p : tensor<18x5x7xf32> : tensor<4x7x9xf32>, tensor<6x4x3x3xf32> -> tensor<6x5x7xf32>
  func.return
}
