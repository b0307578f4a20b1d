// RUN: round-trip %s

func.func @main(%x: tensor<4x5x3xui8>, %p: tensor<9x9x1xui8>, %e: tensor<3xi32>) {
  %0 = ncnn.from_pixels %x "rgb2bgr" mean [1.000000e+00, 2.000000e+00, 3.000000e+00] norm [5.000000e-01, 1.000000e+00, 1.000000e+00] : tensor<4x5x3xui8> -> tensor<3x4x5xf32>
  %1 = ncnn.from_pixels_resize %p, %e "gray" to [6, 7] mean [0.000000e+00] norm [1.000000e+00] : (tensor<9x9x1xui8>, tensor<3xi32>) -> tensor<1x6x7xf32>
  %2 = ncnn.from_pixels_resize %p, %e "gray" to [6, 7] letterbox 1.140000e+02 mean [0.000000e+00] norm [1.000000e+00] : (tensor<9x9x1xui8>, tensor<3xi32>) -> tensor<1x6x7xf32>
  %3 = ncnn.from_pixels_resize %p, %e item 2 "gray" to [6, 7] mean [0.000000e+00] norm [1.000000e+00] : (tensor<9x9x1xui8>, tensor<3xi32>) -> tensor<1x6x7xf32>
  func.return
}
