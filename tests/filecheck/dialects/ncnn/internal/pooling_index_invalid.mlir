// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>, %x1: tensor<4x2x9xf32>, %x2: tensor<1x4097x4097xf32>, %x3: tensor<4x2x3xf32>, %i: tensor<4x3x2xf32>) {
  // expected-error @+1 {{result has shape [4, 3, 5], the shape rule gives [4, 4, 5]}}
  ncnn.pooling_index %x kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] : tensor<4x7x9xf32> -> tensor<4x3x5xf32>
  // expected-error @+1 {{pads [2, 1, 1, 1] exceed half of the kernel [3, 3]}}
  ncnn.pooling_index %x kernel [3, 3] stride [2, 2] pad [2, 1, 1, 1] : tensor<4x7x9xf32> -> tensor<4x4x5xf32>
  // expected-error @+1 {{kernel and stride have 2 numbers, pad has 4}}
  ncnn.pooling_index %x kernel [3] stride [2, 2] pad [1, 1, 1, 1] : tensor<4x7x9xf32> -> tensor<4x4x5xf32>
  // expected-error @+1 {{kernel 3 exceeds the padded input of 2}}
  ncnn.pooling_index %x1 kernel [3, 3] stride [2, 2] pad [0, 0, 0, 0] : tensor<4x2x9xf32> -> tensor<4x1x4xf32>
  // expected-error @+1 {{4097x4097 cells have numbers beyond 16777216}}
  ncnn.pooling_index %x2 kernel [1, 1] stride [1, 1] pad [0, 0, 0, 0] : tensor<1x4097x4097xf32> -> tensor<1x4097x4097xf32>
  // expected-error @+1 {{input and index have shapes [4, 2, 3] and [4, 3, 2]}}
  ncnn.unpool %x3, %i size [4, 6] : (tensor<4x2x3xf32>, tensor<4x3x2xf32>) -> tensor<4x4x6xf32>
  // expected-error @+1 {{size [4] must be 2 numbers}}
  ncnn.unpool %x3, %x3 size [4] : (tensor<4x2x3xf32>, tensor<4x2x3xf32>) -> tensor<4x4x6xf32>
  func.return
}
