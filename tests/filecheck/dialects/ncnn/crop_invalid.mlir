// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>) {
  // expected-error @+1 {{offsets [0, -1, 0] and sizes [4, 3, 9] do not lie in [4, 7, 9]}}
  ncnn.crop slice %x starts [-8] ends [2] axes [1] : (tensor<4x7x9xf32>) -> tensor<4x2x9xf32>
  // expected-error @+1 {{offsets [0, 0, 0] and sizes [4, 7, 0] do not lie in [4, 7, 9]}}
  ncnn.crop box %x size [-233, -233, -233, 0] : (tensor<4x7x9xf32>) -> tensor<4x7x1xf32>
  // expected-error @+1 {{offset must have 4 entries, not 2}}
  ncnn.crop box %x offset [1, 1] : (tensor<4x7x9xf32>) -> tensor<4x7x1xf32>
  // expected-error @+1 {{1 starts, 1 ends for 3 axes}}
  ncnn.crop slice %x starts [1] ends [2] : (tensor<4x7x9xf32>) -> tensor<1x7x9xf32>
  // expected-error @+1 {{axis 3 is outside of 3 dimensions}}
  ncnn.crop slice %x starts [1] ends [2] axes [3] : (tensor<4x7x9xf32>) -> tensor<4x7x1xf32>
  // expected-error @+1 {{takes one input, has 2}}
  ncnn.crop slice %x of %x starts [1] ends [2] axes [0] : (tensor<4x7x9xf32>, tensor<4x7x9xf32>) -> tensor<1x7x9xf32>
  // expected-error @+1 {{needs a second input, has 1}}
  ncnn.crop like %x : (tensor<4x7x9xf32>) -> tensor<4x7x9xf32>
  // expected-error @+1 {{'1w' names input 1, there are 1}}
  ncnn.crop expression %x from "1w" to "3" along "0" : (tensor<4x7x9xf32>) -> tensor<1x7x9xf32>
  %v = ncnn.weight <"c"> dense<[1, 2]> : tensor<2xi32>
  // expected-error @+1 {{the second input has 2 values, not 6}}
  ncnn.crop values %x of %v : (tensor<4x7x9xf32>, tensor<2xi32>) -> tensor<4x7x9xf32>
  func.return
}
