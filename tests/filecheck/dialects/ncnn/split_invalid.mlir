// RUN: verify-diagnostics %s

func.func @main(%x: tensor<3xf32>) {
  // expected-error @+1 {{has 0 outputs, must have at least 1}}
  "ncnn.split"(%x) : (tensor<3xf32>) -> ()
  // expected-error @+1 {{result has shape [4], the shape rule gives [3]}}
  ncnn.split %x : (tensor<3xf32>) -> tensor<4xf32>
  func.return
}
