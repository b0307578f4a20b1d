// RUN: verify-diagnostics %s

func.func @main(%x: tensor<7x5xf32>, %x1: tensor<3x7x5xf32>) {
  // expected-error @+1 {{input must have 3 dimensions (c,h,w), not 2}}
  ncnn.spp max %x : tensor<7x5xf32> -> tensor<3xf32>
  // expected-error @+1 {{0 levels are not 1 to 12}}
  ncnn.spp max %x1 levels 0 : tensor<3x7x5xf32> -> tensor<3xf32>
  func.return
}
