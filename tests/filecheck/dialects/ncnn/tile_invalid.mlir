// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7xf32>) {
  // expected-error @+1 {{result has shape [4, 7], the shape rule gives [8, 7]}}
  ncnn.tile %x tiles 2 : (tensor<4x7xf32>) -> tensor<4x7xf32>
  // expected-error @+1 {{[1, 0] must be at most 4 positive numbers}}
  ncnn.tile %x repeats [0] : (tensor<4x7xf32>) -> tensor<4x7xf32>
  func.return
}
