// RUN: round-trip %s

func.func @main(%x: tensor<7x3xf32>, %xc: tensor<1x15x3xf32>, %b: tensor<1x4x5xf32>, %hc: tensor<1x15x5xf32>, %ixc: tensor<1x15x3xi8>, %ihc: tensor<1x15x5xi8>, %s: tensor<1x15xf32>) {
  %0, %1 = ncnn.gru %x weights %xc, %b, %hc : tensor<1x15x3xf32>, tensor<1x4x5xf32>, tensor<1x15x5xf32> : tensor<7x3xf32> -> tensor<7x5xf32>, tensor<1x5xf32>
  // Weights of int8, with their scales.
  %2 = ncnn.gru %x weights %ixc, %b, %ihc : tensor<1x15x3xi8>, tensor<1x4x5xf32>, tensor<1x15x5xi8> scale_xc %s : tensor<1x15xf32> scale_hc %s : tensor<1x15xf32> int8_scale_term 2 : tensor<7x3xf32> -> tensor<7x5xf32>
  func.return
}
