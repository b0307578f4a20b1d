// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7xf32>, %s: tensor<3x2xf32>) {
  // expected-error @+1 {{the source, 2 to 5 of axis 0, is outside of an axis of 4}}
  ncnn.copyto %x, %s offset [0, 0, 2, 0] : (tensor<4x7xf32>, tensor<3x2xf32>) -> tensor<4x7xf32>
  // expected-error @+1 {{offset must have 4 entries, not 2}}
  ncnn.copyto %x, %s offset [0, 0] : (tensor<4x7xf32>, tensor<3x2xf32>) -> tensor<4x7xf32>
  // expected-error @+1 {{2 axes need one start each, not 1}}
  ncnn.copyto %x, %s starts [1] : (tensor<4x7xf32>, tensor<3x2xf32>) -> tensor<4x7xf32>
  func.return
}
