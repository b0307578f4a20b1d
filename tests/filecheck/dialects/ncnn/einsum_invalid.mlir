// RUN: verify-diagnostics %s

func.func @main(%a: tensor<4x5xf32>, %a1: tensor<4xf32>) {
  // expected-error @+1 {{'ik->ki' must be i, ij, ijk or ijkl of inputs}}
  ncnn.einsum "ik->ki" (%a) : (tensor<4x5xf32>) -> tensor<5x4xf32>
  // expected-error @+1 {{'ab->ij' is no equation of letters i to x, as 'ik,kj->ij'}}
  ncnn.einsum "ab->ij" (%a) : (tensor<4x5xf32>) -> tensor<4x5xf32>
  // expected-error @+1 {{has 2 inputs, its equation 1}}
  ncnn.einsum "ij->ij" (%a, %a) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  // expected-error @+1 {{'i' does not fit 2 dimensions}}
  ncnn.einsum "i->i" (%a) : (tensor<4x5xf32>) -> tensor<4xf32>
  // expected-error @+1 {{letter i is 4 in one place, 5 later}}
  ncnn.einsum "ii->i" (%a) : (tensor<4x5xf32>) -> tensor<4xf32>
  // expected-error @+1 {{no input has the letter j}}
  ncnn.einsum "i,j->ij" (%a1) : (tensor<4xf32>) -> tensor<4x4xf32>
  func.return
}
