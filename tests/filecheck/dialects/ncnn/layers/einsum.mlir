// RUN: round-trip %s

func.func @einsum(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %q: tensor<5x5xf32>) {
  %0 = ncnn.einsum "ik,kj->ij"(%a, %b) : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %1 = ncnn.einsum "ii"(%q) : (tensor<5x5xf32>) -> tensor<1xf32>
  func.return
}
