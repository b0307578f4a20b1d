// RUN: round-trip %s

func.func @main(%x: tensor<7x3xf32>, %h: tensor<1x5xf32>, %xc: tensor<1x5x3xf32>, %b: tensor<1x1x5xf32>, %hc: tensor<1x5x5xf32>) {
  %0 = ncnn.rnn %x weights %xc, %b, %hc : tensor<1x5x3xf32>, tensor<1x1x5xf32>, tensor<1x5x5xf32> : tensor<7x3xf32> -> tensor<7x5xf32>
  // An initial and a final state.
  %1, %2 = ncnn.rnn %x from %h : tensor<1x5xf32> weights %xc, %b, %hc : tensor<1x5x3xf32>, tensor<1x1x5xf32>, tensor<1x5x5xf32> direction reverse : tensor<7x3xf32> -> tensor<7x5xf32>, tensor<1x5xf32>
  func.return
}
