// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>) {
  // expected-error @+1 {{order 6 is unknown for 3 dimensions, ncnn has 0 to 5}}
  ncnn.permute %x order 6 : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  // expected-error @+1 {{result has shape [4, 7, 9], the shape rule gives [4, 9, 7]}}
  ncnn.permute %x order 1 : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  func.return
}
