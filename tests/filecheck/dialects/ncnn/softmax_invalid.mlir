// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>) {
  // expected-error @+1 {{axis -4 is outside of 3 dimensions}}
  ncnn.softmax %x axis -4 : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  // expected-error @+1 {{result has shape [4, 63], the shape rule gives [4, 7, 9]}}
  ncnn.softmax %x : tensor<4x7x9xf32> -> tensor<4x63xf32>
  func.return
}
