// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%a: tensor<4x5xf32>) {
  // CHECK: 'ik->ki' must be i, ij, ijk or ijkl of inputs
  %0 = ncnn.einsum "ik->ki" (%a) : (tensor<4x5xf32>) -> tensor<5x4xf32>
  func.return
}

// -----

func.func @main(%a: tensor<4x5xf32>) {
  // CHECK: 'ab->ij' is no equation of letters i to x, as 'ik,kj->ij'
  %0 = ncnn.einsum "ab->ij" (%a) : (tensor<4x5xf32>) -> tensor<4x5xf32>
  func.return
}

// -----

func.func @main(%a: tensor<4x5xf32>) {
  // CHECK: has 2 inputs, its equation 1
  %0 = ncnn.einsum "ij->ij" (%a, %a) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  func.return
}

// -----

func.func @main(%a: tensor<4x5xf32>) {
  // CHECK: 'i' does not fit 2 dimensions
  %0 = ncnn.einsum "i->i" (%a) : (tensor<4x5xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @main(%a: tensor<4x5xf32>) {
  // CHECK: letter i is 4 in one place, 5 later
  %0 = ncnn.einsum "ii->i" (%a) : (tensor<4x5xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @main(%a: tensor<4xf32>) {
  // CHECK: no input has the letter j
  %0 = ncnn.einsum "i,j->ij" (%a) : (tensor<4xf32>) -> tensor<4x4xf32>
  func.return
}
