// RUN: verify-diagnostics %s

func.func @main(%x: tensor<1x3x1xf32>, %x1: tensor<4x7xf32>) {
  // expected-error @+1 {{result has shape [1, 3], the shape rule gives [3, 1]}}
  ncnn.squeeze %x axes [0] : (tensor<1x3x1xf32>) -> tensor<1x3xf32>
  // expected-error @+1 {{result has shape [4, 7, 1], the shape rule gives [4, 1, 7]}}
  ncnn.expanddims %x1 axes [1] : (tensor<4x7xf32>) -> tensor<4x7x1xf32>
  func.return
}
