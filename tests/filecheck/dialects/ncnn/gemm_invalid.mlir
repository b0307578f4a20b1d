// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%a: tensor<4x6xf32>, %b: tensor<5x6xf32>) {
  // CHECK: a has 6 columns, b 5 rows
  %0 = ncnn.gemm %a, %b : tensor<4x6xf32>, tensor<5x6xf32> -> tensor<4x6xf32>
  func.return
}

// -----

func.func @main(%a: tensor<4x2x6x1xf32>, %b: tensor<6x5xf32>) {
  // CHECK: an operand has shape [4, 2, 6, 1] and is no matrix
  %0 = ncnn.gemm %a, %b : tensor<4x2x6x1xf32>, tensor<6x5xf32> -> tensor<4x5xf32>
  func.return
}

// -----

func.func @main(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %c: tensor<7xf32>) {
  // CHECK: c has shape [7], the product is [4, 5]
  %0 = ncnn.gemm %a, %b plus %c : tensor<7xf32> : tensor<4x6xf32>, tensor<6x5xf32> -> tensor<4x5xf32>
  func.return
}

// -----

// A stored C lies as its broadcast code says.
func.func @main(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %c: tensor<5xf32>) {
  // CHECK: c has shape [5], the product is [4, 5]
  %0 = ncnn.gemm %a, %b plus %c : tensor<5xf32> constant_c broadcast_c 1 : tensor<4x6xf32>, tensor<6x5xf32> -> tensor<4x5xf32>
  func.return
}

// -----

func.func @main(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>) {
  // CHECK: result has shape [4, 5], the shape rule gives [5, 1, 4]
  %0 = ncnn.gemm %a, %b output_n1m output_transpose : tensor<4x6xf32>, tensor<6x5xf32> -> tensor<4x5xf32>
  func.return
}
