// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Layers with an op of their own are that op, others than ncnn's are nothing.
func.func @main(%x: tensor<4xf32>) {
  // CHECK: layer type 'Hologram' is none of ncnn's
  %0 = ncnn.opaque "Hologram" (%x) : (tensor<4xf32>) -> tensor<*xf32>
  func.return
}

// -----

// As many arrays as the parameters say.
func.func @main(%x: tensor<4xf32>, %s: tensor<4xf32>) {
  // CHECK: Normalize stores 1 weights with these parameters, 2 are given
  %0 = ncnn.opaque "Normalize" (%x) weights (%s, %s : tensor<4xf32>, tensor<4xf32>) params {"3" = 4 : i64} : (tensor<4xf32>) -> tensor<*xf32>
  func.return
}

// -----

// Parameters have ids for names.
func.func @main(%x: tensor<4xf32>) {
  // CHECK: the parameters are none of a layer: invalid literal for int()
  %0 = ncnn.opaque "GLU" (%x) params {"axis" = 4 : i64} : (tensor<4xf32>) -> tensor<*xf32>
  func.return
}

// -----

// And values that a file can hold.
func.func @main(%x: tensor<4xf32>) {
  // CHECK: the parameters are none of a layer: unit is no parameter of a layer
  %0 = ncnn.opaque "GLU" (%x) params {"0"} : (tensor<4xf32>) -> tensor<*xf32>
  func.return
}

// -----

// Shapes stay unknown.
func.func @main(%x: tensor<4xf32>) {
  // CHECK: tensor<4xf32> should be of base attribute unranked_tensor
  %0 = ncnn.opaque "GLU" (%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}
