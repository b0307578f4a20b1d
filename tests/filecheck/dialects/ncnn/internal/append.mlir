// RUN: round-trip %s

func.func @main(%s: tensor<2x9x4xf32>, %n: tensor<2x3x4xf32>, %u: tensor<*xf32>, %b: tensor<2x9x4xbf16>) {
  %0 = ncnn.append %s, %n axis 1 : tensor<2x9x4xf32>, tensor<2x3x4xf32> -> tensor<2x9x4xf32>
  %1 = ncnn.append %s, %u axis -2 : tensor<2x9x4xf32>, tensor<*xf32> -> tensor<*xf32>
  %2 = ncnn.append %s, %n axis 1 panels [4, 2] transposed : tensor<2x9x4xf32>, tensor<2x3x4xf32> -> tensor<2x9x4xf32>
  %3 = ncnn.append %b, %n axis 1 panels [4, 2] transposed : tensor<2x9x4xbf16>, tensor<2x3x4xf32> -> tensor<2x9x4xbf16>
  func.return
}
