// RUN: verify-diagnostics %s

func.func @main(%x: tensor<8x7x9xf32>, %x1: tensor<8x7xf32>, %x2: tensor<3x4x7xf32>) {
  // expected-error @+1 {{8 channels do not divide into 3 groups}}
  ncnn.shufflechannel %x group 3 : tensor<8x7x9xf32> -> tensor<8x7x9xf32>
  // expected-error @+1 {{8 channels do not divide into 0 groups}}
  ncnn.shufflechannel %x group 0 : tensor<8x7x9xf32> -> tensor<8x7x9xf32>
  // expected-error @+1 {{input must have channels (3 or 4 dimensions), not 2}}
  ncnn.shufflechannel %x1 group 2 : tensor<8x7xf32> -> tensor<8x7xf32>
  // expected-error @+1 {{input must have 3 dimensions (c,h,w), not 2}}
  ncnn.pixelshuffle %x1 factor 2 : tensor<8x7xf32> -> tensor<8x7xf32>
  // expected-error @+1 {{8 channels are too few for a factor of 3}}
  ncnn.pixelshuffle %x factor 3 : tensor<8x7x9xf32> -> tensor<1x21x27xf32>
  // expected-error @+1 {{4 rows of 7 have no blocks of 5}}
  ncnn.reorg %x2 stride 5 : tensor<3x4x7xf32> -> tensor<75x0x1xf32>
  func.return
}
