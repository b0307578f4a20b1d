// RUN: verify-diagnostics %s

func.func @main(%a: tensor<5x38xf32>, %p: tensor<31x2x3xf32>, %q: tensor<32x6xf32>) {
  // expected-error @+1 {{boxes have 32 coefficients of masks, there are 31 prototypes}}
  ncnn.instance_masks %a, %p : (tensor<5x38xf32>, tensor<31x2x3xf32>) -> tensor<5x8x12xi8>
  // expected-error @+1 {{prototypes of masks have the shape [e, h, w], not [32, 6]}}
  ncnn.instance_masks %a, %q : (tensor<5x38xf32>, tensor<32x6xf32>) -> tensor<5x8x12xi8>
  func.return
}
