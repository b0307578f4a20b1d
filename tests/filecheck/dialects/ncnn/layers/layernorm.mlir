// RUN: round-trip %s

// Rows of matrices and images, with and without gamma and beta.
func.func @main(%x: tensor<4x6xf32>, %i: tensor<3x4x6xf32>, %g: tensor<6xf32>, %p: tensor<24xf32>) {
  %0 = ncnn.layernorm %x gamma %g : tensor<6xf32> beta %g : tensor<6xf32> size 6 eps 1.000000e-05 : tensor<4x6xf32> -> tensor<4x6xf32>
  %1 = ncnn.layernorm %x : tensor<4x6xf32> -> tensor<4x6xf32>
  %2 = ncnn.layernorm %i gamma %p : tensor<24xf32> beta %p : tensor<24xf32> size 24 : tensor<3x4x6xf32> -> tensor<3x4x6xf32>
  %3 = ncnn.rmsnorm %i gamma %g : tensor<6xf32> size 6 eps 5.000000e-01 : tensor<3x4x6xf32> -> tensor<3x4x6xf32>
  func.return
}
