// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s -p infer-shapes,cse,dce | ncnnc-opt | filecheck %s --check-prefix=PURE

// Parameters by id, arrays in file order, any number of inputs and outputs.
func.func @opaque(%x: tensor<9x4xf32>, %h: tensor<1x6xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %xc = ncnn.weight <"rnn.weight_xc"> : tensor<1x6x4xi8>
  %b = ncnn.weight <"rnn.bias"> : tensor<1x1x6xf32>
  %hc = ncnn.weight <"rnn.weight_hc"> : tensor<1x6x6xi8>
  %s = ncnn.weight <"rnn.weight_xc_scale"> : tensor<1x6xf32>
  %t = ncnn.weight <"rnn.weight_hc_scale"> : tensor<1x6xf32>
  // CHECK: %y, %z = ncnn.opaque "RNN"(%x, %h) weights(%xc, %b, %hc, %s, %t : tensor<1x6x4xi8>, tensor<1x1x6xf32>, tensor<1x6x6xi8>, tensor<1x6xf32>, tensor<1x6xf32>) params {"0" = 6 : i64, "1" = 24 : i64, "8" = 2 : i64} : (tensor<9x4xf32>, tensor<1x6xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  // PURE: %y, %z = ncnn.opaque "RNN"
  %y, %z = ncnn.opaque "RNN" (%x, %h) weights (%xc, %b, %hc, %s, %t : tensor<1x6x4xi8>, tensor<1x1x6xf32>, tensor<1x6x6xi8>, tensor<1x6xf32>, tensor<1x6xf32>) params {"0" = 6 : i64, "1" = 24 : i64, "8" = 2 : i64} : (tensor<9x4xf32>, tensor<1x6xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  // Floats, arrays, what no table knows; the same layer once more.
  // CHECK: %p = ncnn.opaque "ROIAlign"(%x) params {"2" = 6.250000e-02 : f32, "9" = [1 : i64, 2.500000e+00 : f32], "10" = "text"} {ncnn.feature_mask = 8 : i64} : (tensor<9x4xf32>) -> tensor<*xf32>
  // CHECK-NEXT: ncnn.opaque "ROIAlign"
  // CHECK-NEXT: ncnn.opaque "GLU"(%x)
  // PURE-NEXT: %p = ncnn.opaque "ROIAlign"
  // PURE-NEXT: func.return
  %p = ncnn.opaque "ROIAlign" (%x) params {"2" = 0.0625 : f32, "9" = [1 : i64, 2.5 : f32], "10" = "text"} {ncnn.feature_mask = 8 : i64} : (tensor<9x4xf32>) -> tensor<*xf32>
  %q = ncnn.opaque "ROIAlign" (%x) params {"2" = 0.0625 : f32, "9" = [1 : i64, 2.5 : f32], "10" = "text"} {ncnn.feature_mask = 8 : i64} : (tensor<9x4xf32>) -> tensor<*xf32>
  %u = ncnn.opaque "GLU" (%x) : (tensor<9x4xf32>) -> tensor<*xf32>
  func.return %y, %p, %q : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// A layer of a type with an op, with parameters that the op cannot have.
func.func @batches(%x: tensor<8xf32>) -> tensor<*xf32> {
  // CHECK-LABEL: @batches
  // CHECK-NEXT: %y = ncnn.opaque "Reshape"(%x) params {"6" = "1,8,1,0n", "12" = 0 : i64, "13" = 0 : i64} : (tensor<8xf32>) -> tensor<*xf32>
  // PURE-LABEL: @batches
  // PURE-NEXT: %y = ncnn.opaque "Reshape"(%x)
  %y = ncnn.opaque "Reshape" (%x) params {"6" = "1,8,1,0n", "12" = 0 : i64, "13" = 0 : i64} : (tensor<8xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
