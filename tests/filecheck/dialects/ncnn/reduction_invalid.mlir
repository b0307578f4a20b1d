// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>) {
  // expected-error @+1 {{axis 3 is outside of 3 dimensions}}
  ncnn.reduction sum %x axes [3] : tensor<4x7x9xf32> -> tensor<4x7xf32>
  // expected-error @+1 {{result has shape [4, 1, 9], the shape rule gives [4, 9]}}
  ncnn.reduction sum %x axes [1] : tensor<4x7x9xf32> -> tensor<4x1x9xf32>
  func.return
}
