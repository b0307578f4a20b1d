// RUN: round-trip %s

func.func @single_block(%x: tensor<2x4x4x8xf32>, %u: tensor<4096xf32>, %e: tensor<2x4x4x8xf32>, %v: tensor<16x9x8xf32>) {
  %y, %d = kernel.convolution ins(%x, %u : tensor<2x4x4x8xf32>, tensor<4096xf32>) outs(%e, %v : tensor<2x4x4x8xf32>, tensor<16x9x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<2x4x4x8xf32>, tensor<16x9x8xf32>
  func.return
}
