// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// As many parameters as places of a run, which is the innermost axis unless the size says more.
func.func @main(%x: tensor<3x4x6xf32>, %g: tensor<6xf32>) {
  // CHECK: a parameter has shape [6], the input's innermost axes need [24]
  %0 = ncnn.layernorm %x gamma %g : tensor<6xf32> beta %g : tensor<6xf32> size 24 : tensor<3x4x6xf32> -> tensor<3x4x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6xf32>, %g: tensor<6xf32>) {
  // CHECK: gamma and beta go together
  %0 = ncnn.layernorm %x gamma %g : tensor<6xf32> size 6 : tensor<4x6xf32> -> tensor<4x6xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // CHECK: result has shape [6, 4], the shape rule gives [4, 6]
  %0 = ncnn.rmsnorm %x : tensor<4x6xf32> -> tensor<6x4xf32>
  func.return
}
