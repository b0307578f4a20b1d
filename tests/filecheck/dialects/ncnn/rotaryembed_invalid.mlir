// RUN: verify-diagnostics %s

func.func @main(%x: tensor<5x7xf32>, %c: tensor<5x4xf32>, %x1: tensor<5x8xf32>, %s: tensor<4x4xf32>, %c1: tensor<5x8xf32>, %s1: tensor<5x4xf32>, %c2: tensor<5x6xf32>, %s2: tensor<5x8xf32>, %c3: tensor<2x5x4xf32>, %x2: tensor<1x2x5x8xf32>) {
  // expected-error @+1 {{a row of 7 is not made of pairs}}
  ncnn.rotaryembed %x, %c, %c : (tensor<5x7xf32>, tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x7xf32>
  // expected-error @+1 {{sin has shape [4, 4], less than [5, 4]}}
  ncnn.rotaryembed %x1, %c, %s : (tensor<5x8xf32>, tensor<5x4xf32>, tensor<4x4xf32>) -> tensor<5x8xf32>
  // expected-error @+1 {{cos is 8 wide and sin 4: both must be as wide as a row (8), or neither}}
  ncnn.rotaryembed %x1, %c1, %s1 : (tensor<5x8xf32>, tensor<5x8xf32>, tensor<5x4xf32>) -> tensor<5x8xf32>
  // expected-error @+1 {{cos is 6 wide and sin 8: both must be as wide as a row (8), or neither}}
  ncnn.rotaryembed %x1, %c2, %s2 : (tensor<5x8xf32>, tensor<5x6xf32>, tensor<5x8xf32>) -> tensor<5x8xf32>
  // expected-error @+1 {{cos must have 1 or 2 dimensions, not 3}}
  ncnn.rotaryembed %x1, %c3, %c3 : (tensor<5x8xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>) -> tensor<5x8xf32>
  // expected-error @+1 {{input must have 1 to 3 dimensions, not 4}}
  ncnn.rotaryembed %x2, %c, %c : (tensor<1x2x5x8xf32>, tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<1x2x5x8xf32>
  func.return
}
