// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x6xf32>, %y: tensor<4x5xf32>, %x1: tensor<4x6x8xf32>, %y1: tensor<6x8xf32>, %y2: tensor<4x1xf32>, %x2: tensor<4xf32>) {
  // expected-error @+1 {{shapes 4x6 and 4x5 do not broadcast}}
  ncnn.binaryop add %x, %y : (tensor<4x6xf32>, tensor<4x5xf32>) -> tensor<4x6xf32>
  // expected-error @+1 {{shapes 4x6x8 and 6x8 do not broadcast}}
  ncnn.binaryop add %x1, %y1 : (tensor<4x6x8xf32>, tensor<6x8xf32>) -> tensor<4x6x8xf32>
  // expected-error @+1 {{inputs differ in shape: [4, 6] and [4, 1]}}
  ncnn.eltwise sum %x, %y2 : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
  // expected-error @+1 {{takes two inputs or more, 1 given}}
  ncnn.eltwise sum %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // expected-error @+1 {{1 coefficients for 2 inputs}}
  ncnn.eltwise sum %x2, %x2 coeffs [0.5] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{coefficients do not go with prod}}
  ncnn.eltwise prod %x2, %x2 coeffs [0.5, 1.0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{Expected `abs`, `neg`,}}
  %0 = ncnn.unaryop cube %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}
