// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x5x6xf32>, %s: tensor<3xf32>, %s1: tensor<4x1xf32>, %x1: tensor<4x5xf32>) {
  // expected-error @+1 {{scale has 3 elements, 4 are needed}}
  ncnn.normalize least_root %x, %s across_spatial : (tensor<4x5x6xf32>, tensor<3xf32>) -> tensor<4x5x6xf32>
  // expected-error @+1 {{scale must have 1 dimension, not 2}}
  ncnn.normalize least_root %x, %s1 across_spatial : (tensor<4x5x6xf32>, tensor<4x1xf32>) -> tensor<4x5x6xf32>
  // expected-error @+1 {{result has shape [4, 5], the shape rule gives [1, 4, 5]}}
  ncnn.mvn %x1 : tensor<4x5xf32> -> tensor<4x5xf32>
  func.return
}
