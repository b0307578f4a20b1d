// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x5x3xui8>, %x1: tensor<4x5x1xi8>, %x2: tensor<4x5x1xui8>, %e: tensor<2xi32>, %e1: tensor<3xi32>, %e2: tensor<3xi64>) {
  // expected-error @+1 {{unknown type of pixels 'yuv'}}
  ncnn.from_pixels %x "yuv" mean [1.0] norm [1.0] : tensor<4x5x3xui8> -> tensor<3x4x5xf32>
  // expected-error @+1 {{the pixels must have shape [h, w, 1], not [4, 5, 3]}}
  ncnn.from_pixels %x "gray" mean [1.0] norm [1.0] : tensor<4x5x3xui8> -> tensor<1x4x5xf32>
  // expected-error @+1 {{needs a mean and a norm for each of 3 channels}}
  ncnn.from_pixels %x "rgb" mean [1.0] norm [1.0, 1.0, 1.0] : tensor<4x5x3xui8> -> tensor<3x4x5xf32>
  // expected-error @+1 {{the pixels must be of ui8, not i8}}
  ncnn.from_pixels %x1 "gray" mean [1.0] norm [1.0] : tensor<4x5x1xi8> -> tensor<1x4x5xf32>
  // expected-error @+1 {{the result must be of f32, not bf16}}
  ncnn.from_pixels %x2 "gray" mean [1.0] norm [1.0] : tensor<4x5x1xui8> -> tensor<1x4x5xbf16>
  // expected-error @+1 {{result has shape}}
  ncnn.from_pixels %x2 "gray" mean [1.0] norm [1.0] : tensor<4x5x1xui8> -> tensor<1x5x4xf32>
  // expected-error @+1 {{the extents must be 3 numbers}}
  ncnn.from_pixels_resize %x2, %e "gray" to [6, 7] mean [1.0] norm [1.0] : (tensor<4x5x1xui8>, tensor<2xi32>) -> tensor<1x6x7xf32>
  // expected-error @+1 {{the size must be a height and a width, not}}
  ncnn.from_pixels_resize %x2, %e1 "gray" to [0, 7] mean [1.0] norm [1.0] : (tensor<4x5x1xui8>, tensor<3xi32>) -> tensor<1x0x7xf32>
  // expected-error @+1 {{the extents must be of i32, not i64}}
  ncnn.from_pixels_resize %x2, %e2 "gray" to [6, 7] mean [1.0] norm [1.0] : (tensor<4x5x1xui8>, tensor<3xi64>) -> tensor<1x6x7xf32>
  // expected-error @+1 {{there is no item -1}}
  ncnn.from_pixels_resize %x2, %e1 item -1 "gray" to [6, 7] mean [1.0] norm [1.0] : (tensor<4x5x1xui8>, tensor<3xi32>) -> tensor<1x6x7xf32>
  func.return
}
