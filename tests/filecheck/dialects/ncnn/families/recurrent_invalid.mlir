// RUN: verify-diagnostics %s

func.func @main(%x: tensor<7x3xf32>, %xc: tensor<1x5x3xf32>, %b: tensor<1x4x5xf32>, %hc: tensor<1x5x5xf32>, %xc1: tensor<5x3xf32>, %b1: tensor<1x1x5xf32>, %xc2: tensor<1x24x3xf32>, %b2: tensor<1x4x6xf32>, %hc1: tensor<1x24x5xf32>, %h: tensor<1x5xf32>, %xc3: tensor<1x20x3xf32>, %hc2: tensor<1x20x5xf32>) {
  // expected-error @+1 {{bias has shape (1, 4, 5), not (1, 1, 5)}}
  ncnn.rnn %x weights %xc, %b, %hc : tensor<1x5x3xf32>, tensor<1x4x5xf32>, tensor<1x5x5xf32> : tensor<7x3xf32> -> tensor<7x5xf32>
  // expected-error @+1 {{weight_xc must have 3 dimensions}}
  ncnn.rnn %x weights %xc1, %b1, %hc : tensor<5x3xf32>, tensor<1x1x5xf32>, tensor<1x5x5xf32> : tensor<7x3xf32> -> tensor<7x5xf32>
  // expected-error @+1 {{weight_hr has shape None, not (1, 5, 6)}}
  ncnn.lstm %x weights %xc2, %b2, %hc1 : tensor<1x24x3xf32>, tensor<1x4x6xf32>, tensor<1x24x5xf32> : tensor<7x3xf32> -> tensor<7x5xf32>
  // expected-error @+1 {{takes and gives all 2 states, or none}}
  ncnn.lstm %x from %h : tensor<1x5xf32> weights %xc3, %b, %hc2 : tensor<1x20x3xf32>, tensor<1x4x5xf32>, tensor<1x20x5xf32> : tensor<7x3xf32> -> tensor<7x5xf32>
  // expected-error @+1 {{weight_xc_scale has shape None, not (1, 5)}}
  ncnn.rnn %x weights %xc, %b1, %hc : tensor<1x5x3xf32>, tensor<1x1x5xf32>, tensor<1x5x5xf32> int8_scale_term 2 : tensor<7x3xf32> -> tensor<7x5xf32>
  func.return
}
