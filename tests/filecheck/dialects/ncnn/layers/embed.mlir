// RUN: round-trip %s

func.func @embed(%x: tensor<5xf32>, %m: tensor<2x3xf32>, %w: tensor<9x4xf32>, %q: tensor<9x4xi8>, %b: tensor<4xf32>, %s: tensor<1xf32>) {
  %0 = ncnn.embed %x, %w input_dim 9 : tensor<5xf32>, tensor<9x4xf32> -> tensor<5x4xf32>
  %1 = ncnn.embed %m, %q bias %b : tensor<4xf32> scale %s : tensor<1xf32> input_dim 7 : tensor<2x3xf32>, tensor<9x4xi8> -> tensor<3x4xf32>
  func.return
}
