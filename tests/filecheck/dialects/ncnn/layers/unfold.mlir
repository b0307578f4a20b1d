// RUN: round-trip %s

func.func @unfold(%x: tensor<2x6x5xf32>, %y: tensor<19x12xf32>) {
  %0 = ncnn.unfold %x kernel [3, 3] : tensor<2x6x5xf32> -> tensor<18x12xf32>
  %1 = ncnn.unfold %x kernel [3, 2] stride [2, 1] dilation [1, 2] pad [1, 0, 0, 1] pad_value 5.000000e-01 : tensor<2x6x5xf32> -> tensor<12x12xf32>
  %2 = ncnn.fold %y kernel [3, 3] output_size [6, 5] : tensor<19x12xf32> -> tensor<2x6x5xf32>
  %3 = ncnn.fold %y kernel [3, 3] stride [2, 1] pad [1, 1, 1, 1] output_size [6, 4] : tensor<19x12xf32> -> tensor<2x6x4xf32>
  func.return
}
