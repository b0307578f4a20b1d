// RUN: verify-diagnostics %s

func.func @main(%x: tensor<3x4x6xf32>, %g: tensor<6xf32>, %x1: tensor<4x6xf32>) {
  // expected-error @+1 {{a parameter has shape [6], the input's innermost axes need [24]}}
  ncnn.layernorm %x gamma %g : tensor<6xf32> beta %g : tensor<6xf32> size 24 : tensor<3x4x6xf32> -> tensor<3x4x6xf32>
  // expected-error @+1 {{gamma and beta go together}}
  ncnn.layernorm %x1 gamma %g : tensor<6xf32> size 6 : tensor<4x6xf32> -> tensor<4x6xf32>
  // expected-error @+1 {{result has shape [6, 4], the shape rule gives [4, 6]}}
  ncnn.rmsnorm %x1 : tensor<4x6xf32> -> tensor<6x4xf32>
  func.return
}
