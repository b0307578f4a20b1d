// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x6xf32>, %f: tensor<4xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{4 channels are not 3 groups of equal size}}
  ncnn.normalize_groups least_root %x, %f, %f groups 3 eps 0.5 : tensor<4x6xf32>, tensor<4xf32>, tensor<4xf32> -> tensor<4x6xf32>
  // expected-error @+1 {{factor and term have shape [4], not [2]}}
  ncnn.normalize_groups least_root %x, %f, %t groups 2 eps 0.5 : tensor<4x6xf32>, tensor<4xf32>, tensor<2xf32> -> tensor<4x6xf32>
  func.return
}
