// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x6xf32>, %s: tensor<6xf32>) {
  // expected-error @+1 {{result has shape [4, 8], the shape rule gives [4, 6]}}
  ncnn.relu %x : (tensor<4x6xf32>) -> tensor<4x8xf32>
  // expected-error @+1 {{slope has shape [6], not [1] or [4]}}
  ncnn.prelu %x, %s : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  func.return
}
