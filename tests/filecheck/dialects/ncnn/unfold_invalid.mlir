// RUN: verify-diagnostics %s

func.func @main(%x: tensor<2x6x5xf32>, %x1: tensor<2x2x6x5xf32>, %x2: tensor<18x12xf32>, %x3: tensor<18x11xf32>, %x4: tensor<8x12xf32>, %x5: tensor<2x9x12xf32>, %x6: tensor<9x12xf32>) {
  // expected-error @+1 {{kernel [0, 3] must be positive}}
  ncnn.unfold %x kernel [0, 3] : tensor<2x6x5xf32> -> tensor<18x12xf32>
  // expected-error @+1 {{input must have 1 to 3 dimensions, not 4}}
  ncnn.unfold %x1 kernel [3, 3] : tensor<2x2x6x5xf32> -> tensor<18x12xf32>
  // expected-error @+1 {{kernel extent 7 exceeds the padded input of 6}}
  ncnn.unfold %x kernel [7, 3] : tensor<2x6x5xf32> -> tensor<18x12xf32>
  // expected-error @+1 {{pads [-233, -233, -233, -233] must not be negative}}
  ncnn.fold %x2 kernel [3, 3] pad [-233, -233, -233, -233] output_size [6, 5] : tensor<18x12xf32> -> tensor<2x6x5xf32>
  // expected-error @+1 {{input has 11 windows, the output 12}}
  ncnn.fold %x3 kernel [3, 3] output_size [6, 5] : tensor<18x11xf32> -> tensor<2x6x5xf32>
  // expected-error @+1 {{input has 8 rows, a window 9 taps}}
  ncnn.fold %x4 kernel [3, 3] output_size [6, 5] : tensor<8x12xf32> -> tensor<2x6x5xf32>
  // expected-error @+1 {{input must have 2 dimensions (rows, windows), not 3}}
  ncnn.fold %x5 kernel [3, 3] output_size [6, 5] : tensor<2x9x12xf32> -> tensor<2x6x5xf32>
  // expected-error @+1 {{nothing is left}}
  ncnn.fold %x6 kernel [3, 3] output_size [0, 5] : tensor<9x12xf32> -> tensor<1x6x5xf32>
  func.return
}
