// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<7x3xf32>, %xc: tensor<1x5x3xf32>, %b: tensor<1x4x5xf32>, %hc: tensor<1x5x5xf32>) {
  // CHECK: bias has shape (1, 4, 5), not (1, 1, 5)
  %0 = ncnn.rnn %x weights %xc, %b, %hc : tensor<1x5x3xf32>, tensor<1x4x5xf32>, tensor<1x5x5xf32> : tensor<7x3xf32> -> tensor<7x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<7x3xf32>, %xc: tensor<5x3xf32>, %b: tensor<1x1x5xf32>, %hc: tensor<1x5x5xf32>) {
  // CHECK: weight_xc must have 3 dimensions
  %0 = ncnn.rnn %x weights %xc, %b, %hc : tensor<5x3xf32>, tensor<1x1x5xf32>, tensor<1x5x5xf32> : tensor<7x3xf32> -> tensor<7x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<7x3xf32>, %xc: tensor<1x24x3xf32>, %b: tensor<1x4x6xf32>, %hc: tensor<1x24x5xf32>) {
  // CHECK: weight_hr has shape None, not (1, 5, 6)
  %0 = ncnn.lstm %x weights %xc, %b, %hc : tensor<1x24x3xf32>, tensor<1x4x6xf32>, tensor<1x24x5xf32> : tensor<7x3xf32> -> tensor<7x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<7x3xf32>, %h: tensor<1x5xf32>, %xc: tensor<1x20x3xf32>, %b: tensor<1x4x5xf32>, %hc: tensor<1x20x5xf32>) {
  // CHECK: takes and gives all 2 states, or none
  %0 = ncnn.lstm %x from %h : tensor<1x5xf32> weights %xc, %b, %hc : tensor<1x20x3xf32>, tensor<1x4x5xf32>, tensor<1x20x5xf32> : tensor<7x3xf32> -> tensor<7x5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<7x3xf32>, %xc: tensor<1x5x3xf32>, %b: tensor<1x1x5xf32>, %hc: tensor<1x5x5xf32>) {
  // CHECK: weight_xc_scale has shape None, not (1, 5)
  %0 = ncnn.rnn %x weights %xc, %b, %hc : tensor<1x5x3xf32>, tensor<1x1x5xf32>, tensor<1x5x5xf32> int8_scale_term 2 : tensor<7x3xf32> -> tensor<7x5xf32>
  func.return
}
