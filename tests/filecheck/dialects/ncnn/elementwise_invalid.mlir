// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// Extents that differ, neither being 1.
func.func @main(%x: tensor<4x6xf32>, %y: tensor<4x5xf32>) {
  // CHECK: shapes 4x6 and 4x5 do not broadcast
  %0 = ncnn.binaryop add %x, %y : (tensor<4x6xf32>, tensor<4x5xf32>) -> tensor<4x6xf32>
  func.return
}

// -----

// A matrix lines up with the outer axes of an image.
func.func @main(%x: tensor<4x6x8xf32>, %y: tensor<6x8xf32>) {
  // CHECK: shapes 4x6x8 and 6x8 do not broadcast
  %0 = ncnn.binaryop add %x, %y : (tensor<4x6x8xf32>, tensor<6x8xf32>) -> tensor<4x6x8xf32>
  func.return
}

// -----

// An unknown operator.
func.func @main(%x: tensor<4xf32>) {
  // CHECK: Expected `abs`, `neg`,
  %0 = ncnn.unaryop cube %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// Eltwise does not broadcast.
func.func @main(%x: tensor<4x6xf32>, %y: tensor<4x1xf32>) {
  // CHECK: inputs differ in shape: [4, 6] and [4, 1]
  %0 = ncnn.eltwise sum %x, %y : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
  func.return
}

// -----

// Eltwise has two inputs or more.
func.func @main(%x: tensor<4x6xf32>) {
  // CHECK: takes two inputs or more, 1 given
  %0 = ncnn.eltwise sum %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  func.return
}

// -----

// One coefficient for each input.
func.func @main(%x: tensor<4xf32>) {
  // CHECK: 1 coefficients for 2 inputs
  %0 = ncnn.eltwise sum %x, %x coeffs [0.5] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// Coefficients belong to sums.
func.func @main(%x: tensor<4xf32>) {
  // CHECK: coefficients do not go with prod
  %0 = ncnn.eltwise prod %x, %x coeffs [0.5, 1.0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}
