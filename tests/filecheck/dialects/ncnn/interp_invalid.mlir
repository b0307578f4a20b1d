// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>, %x1: tensor<2x3x4x5xf32>) {
  // expected-error @+1 {{the new size [0, 9] must be positive}}
  ncnn.interp nearest %x scale [0.100000e+00, 1.000000e+00] : (tensor<4x7x9xf32>) -> tensor<4x1x9xf32>
  // expected-error @+1 {{give no size}}
  ncnn.interp nearest %x scale [1.0, 1.0e+38] : (tensor<4x7x9xf32>) -> tensor<4x7x1xf32>
  // expected-error @+1 {{input must have 1 to 3 dimensions, not 4}}
  ncnn.interp nearest %x1 : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  // expected-error @+1 {{scale must have 2 entries, not 1}}
  ncnn.interp nearest %x scale [2.0] : (tensor<4x7x9xf32>) -> tensor<4x14x18xf32>
  // expected-error @+1 {{size must have 2 entries, not 1}}
  ncnn.interp nearest %x size [2] : (tensor<4x7x9xf32>) -> tensor<4x2x2xf32>
  // expected-error @+1 {{the expression has 3 values, not 1 or 2}}
  ncnn.interp nearest %x expression "1,2,3" : (tensor<4x7x9xf32>) -> tensor<4x2x1xf32>
  func.return
}
