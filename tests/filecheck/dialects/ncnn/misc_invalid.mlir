// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has 2 outputs but 1 inputs}}
  ncnn.noop %x : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // expected-error @+1 {{result has shape [4], the shape rule gives [5]}}
  ncnn.noop %x, %y : (tensor<4xf32>, tensor<5xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}
