// RUN: verify-diagnostics %s

func.func @main(%x: tensor<3x40xf32>) {
  // expected-error @+1 {{blocks have at least one element}}
  ncnn.round_blocks %x size 0 : tensor<3x40xf32> -> tensor<3x40xf32>
  // expected-error @+1 {{there is a largest magnitude for all, or for each matrix}}
  ncnn.round_blocks %x largest %x : tensor<3x40xf32> size 32 : tensor<3x40xf32> -> tensor<3x40xf32>
  func.return
}
