// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7xf32>) {
  // expected-error @+1 {{result has shape [7, 4], the shape rule gives [4, 7]}}
  ncnn.flip %x axes [0] : tensor<4x7xf32> -> tensor<7x4xf32>
  func.return
}
