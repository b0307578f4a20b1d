// RUN: ncnnc-opt %s -p fuse-unit-constant-binaryop | filecheck %s
// RUN: verify-diagnostics %s -p fuse-unit-constant-binaryop

// One element of rank 3 folds where the other operand has that rank, as first operand too.
func.func @same_rank(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // expected-remark @+2 {{fuse-unit-constant-binaryop: k, a}}
  // expected-remark @+1 {{fuse-unit-constant-binaryop: k, y}}
  %k = ncnn.weight <"k.data"> memory_data dense<2.0> : tensor<1x1x1xf32> loc("k")
  %a = ncnn.binaryop mul %x, %k : (tensor<2x3x4xf32>, tensor<1x1x1xf32>) -> tensor<2x3x4xf32> loc("a")
  %y = ncnn.binaryop sub %k, %a : (tensor<1x1x1xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32> loc("y")
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @same_rank
// CHECK-NEXT:    %a = ncnn.binaryop_scalar mul %x, 2.000000e+00
// CHECK-NEXT:    ncnn.binaryop_scalar rsub %a, 2.000000e+00

// The layer before tells the rank of a blob of unknown shape.
func.func @known_rank(%x: tensor<*xf32>) -> tensor<*xf32> {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1x1xf32>
  %a = ncnn.pooling max %x kernel [2, 2] : tensor<*xf32> -> tensor<*xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<*xf32>, tensor<1x1xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @known_rank
// CHECK:         ncnn.binaryop_scalar mul %a, 2.000000e+00

// Where its rank raises that of the result it stays.
func.func @raises_rank(%x: tensor<4xf32>) -> tensor<1x1x4xf32> {
  // expected-remark @+1 {{missed: fuse-unit-constant-binaryop: ncnn.weight, BinaryOp: the constant raises the rank of the result from 1 to 3}}
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1x1x1xf32>
  %y = ncnn.binaryop mul %x, %k : (tensor<4xf32>, tensor<1x1x1xf32>) -> tensor<1x1x4xf32>
  func.return %y : tensor<1x1x4xf32>
}

// Of an operand of unknown rank it might.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-remark @+1 {{missed: fuse-unit-constant-binaryop: ncnn.weight, BinaryOp: the other operand may have fewer dimensions than the constant}}
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1x1x1xf32>
  %y = ncnn.binaryop mul %x, %k : (tensor<*xf32>, tensor<1x1x1xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}

// An element of unknown value is no scalar yet; more than one element are none.
func.func @no_scalar(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-unit-constant-binaryop: ncnn.weight, BinaryOp: the constant is not float32, or its value is not at hand}}
  %u = ncnn.weight <"u"> : tensor<1xf32>
  %a = ncnn.binaryop mul %x, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = ncnn.binaryop mul %a, %u : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
