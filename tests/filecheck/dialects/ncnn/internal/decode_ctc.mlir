// RUN: round-trip %s

func.func @main(%a: tensor<40x97xf32>, %b: tensor<26x1x37xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.decode_ctc %a blank 0 most 0 : tensor<40x97xf32> -> tensor<40x2xf32>
  %1 = ncnn.decode_ctc %b blank 36 most 10 : tensor<26x1x37xf32> -> tensor<10x2xf32>
  %2 = ncnn.decode_ctc %u blank 0 most 0 : tensor<*xf32> -> tensor<*xf32>
  func.return
}
