// RUN: round-trip %s

func.func @main(%x: tensor<7x3xf32>, %h: tensor<2x5xf32>, %c: tensor<2x6xf32>, %xc: tensor<2x24x3xf32>, %b: tensor<2x4x6xf32>, %hc: tensor<2x24x5xf32>, %hr: tensor<2x5x6xf32>) {
  %0, %1, %2 = ncnn.lstm %x from %h, %c : tensor<2x5xf32>, tensor<2x6xf32> weights %xc, %b, %hc : tensor<2x24x3xf32>, tensor<2x4x6xf32>, tensor<2x24x5xf32> projection %hr : tensor<2x5x6xf32> direction both : tensor<7x3xf32> -> tensor<7x10xf32>, tensor<2x5xf32>, tensor<2x6xf32>
  func.return
}
