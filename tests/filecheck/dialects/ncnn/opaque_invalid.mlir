// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4xf32>, %s: tensor<4xf32>) {
  // expected-error @+1 {{layer type 'Hologram' is none of ncnn's}}
  ncnn.opaque "Hologram" (%x) : (tensor<4xf32>) -> tensor<*xf32>
  // expected-error @+1 {{Normalize stores 1 weights with these parameters, 2 are given}}
  ncnn.opaque "Normalize" (%x) weights (%s, %s : tensor<4xf32>, tensor<4xf32>) params {"3" = 4 : i64} : (tensor<4xf32>) -> tensor<*xf32>
  // expected-error @+1 {{the parameters are none of a layer: invalid literal for int()}}
  ncnn.opaque "GLU" (%x) params {"axis" = 4 : i64} : (tensor<4xf32>) -> tensor<*xf32>
  // expected-error @+1 {{the parameters are none of a layer: unit is no parameter of a layer}}
  ncnn.opaque "GLU" (%x) params {"0"} : (tensor<4xf32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  %0 = ncnn.opaque "GLU" (%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{tensor<4xf32> should be of base attribute unranked_tensor}}
  func.return
}
