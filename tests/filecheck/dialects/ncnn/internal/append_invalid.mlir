// RUN: verify-diagnostics %s

func.func @main(%s: tensor<2x9x4xf32>, %n: tensor<2x3x5xf32>, %l: tensor<2x10x4xf32>, %m: tensor<3x4xf32>, %n1: tensor<2x3x4xf32>, %b: tensor<2x9x4xbf16>, %i: tensor<2x8x4xi8>, %e: tensor<2x8x4xbf16>) {
  // expected-error @+1 {{[2, 3, 5] are no rows of [2, 9, 4], axis 1}}
  ncnn.append %s, %n axis 1 : tensor<2x9x4xf32>, tensor<2x3x5xf32> -> tensor<2x9x4xf32>
  // expected-error @+1 {{[2, 10, 4] are no rows of [2, 9, 4], axis 1}}
  ncnn.append %s, %l axis 1 : tensor<2x9x4xf32>, tensor<2x10x4xf32> -> tensor<2x9x4xf32>
  // expected-error @+1 {{[3, 4] are no rows of [2, 9, 4], axis 1}}
  ncnn.append %s, %m axis 1 : tensor<2x9x4xf32>, tensor<3x4xf32> -> tensor<2x9x4xf32>
  // expected-error @+1 {{axis}}
  ncnn.append %s, %m axis 3 : tensor<2x9x4xf32>, tensor<3x4xf32> -> tensor<2x9x4xf32>
  // expected-error @+1 {{panels have rows of axis 1, in whole vectors}}
  ncnn.append %s, %n1 axis 1 panels [4, 2] : tensor<2x9x4xf32>, tensor<2x3x4xf32> -> tensor<2x9x4xf32>
  // expected-error @+1 {{panels are lanes and vectors, of a state of three axes}}
  ncnn.append %s, %n1 axis 1 panels [4] : tensor<2x9x4xf32>, tensor<2x3x4xf32> -> tensor<2x9x4xf32>
  // expected-error @+1 {{f32 is not appended to bf16}}
  ncnn.append %b, %n1 axis 1 : tensor<2x9x4xbf16>, tensor<2x3x4xf32> -> tensor<2x9x4xbf16>
  // expected-error @+1 {{f32 is not appended to i8}}
  ncnn.append %i, %n1 axis 1 panels [4, 2] : tensor<2x8x4xi8>, tensor<2x3x4xf32> -> tensor<2x8x4xi8>
  // expected-error @+1 {{the output is the state}}
  ncnn.append %e, %n1 axis 1 panels [4, 2] : tensor<2x8x4xbf16>, tensor<2x3x4xf32> -> tensor<2x8x4xf32>
  func.return
}
