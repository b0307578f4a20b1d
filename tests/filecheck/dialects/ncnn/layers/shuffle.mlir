// RUN: round-trip %s

// Channels to channels, and to pixels.
func.func @shuffle(%x: tensor<8x7x9xf32>, %d: tensor<6x3x4x5xf32>) {
  %0 = ncnn.shufflechannel %x group 2 : tensor<8x7x9xf32> -> tensor<8x7x9xf32>
  %1 = ncnn.shufflechannel %d group 3 reverse : tensor<6x3x4x5xf32> -> tensor<6x3x4x5xf32>
  %2 = ncnn.pixelshuffle %x factor 2 : tensor<8x7x9xf32> -> tensor<2x14x18xf32>
  %3 = ncnn.pixelshuffle %x factor 2 order dcr : tensor<8x7x9xf32> -> tensor<2x14x18xf32>
  func.return
}

// Blocks of pixels become channels; what fills no block is left out.
func.func @reorg(%x: tensor<3x4x7xf32>) {
  %0 = ncnn.reorg %x stride 2 order dcr : tensor<3x4x7xf32> -> tensor<12x2x3xf32>
  func.return
}
