// RUN: ncnnc-opt %s -p fuse-memorydata-binaryop,eliminate-orphaned-memorydata --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p 'fuse-memorydata-binaryop{compat=true}' --split-input-file | filecheck %s --check-prefix=COMPAT

// A constant that comes first: `10 - x` is `rsub(x, 10)`; the constant is gone.
func.func @first(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> dense<10.0> : tensor<1xf32>
  %y = ncnn.binaryop sub %k, %x : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @first
// CHECK-NEXT:    %y = ncnn.binaryop_scalar rsub %x, 1.000000e+01
// CHECK-NEXT:    func.return %y

// -----

// A constant that comes second keeps the operator, whichever it is.
func.func @second(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1xf32>
  %y = ncnn.binaryop atan2 %x, %k : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @second
// CHECK:         ncnn.binaryop_scalar atan2 %x, 2.000000e+00
// COMPAT-LABEL: @second
// COMPAT:         ncnn.binaryop_scalar atan2 %x, 2.000000e+00

// -----

// Every use is decided alone: a power with the constant first (which ncnnoptimize does not fold) does
// not stop the addition behind it, nor does a use that is no BinaryOp.
func.func @uses(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<1xf32>) {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1xf32>
  %a = ncnn.binaryop pow %k, %x : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.binaryop add %k, %a : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.binaryop rdiv %k, %b : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  %d = ncnn.relu %k : (tensor<1xf32>) -> tensor<1xf32>
  func.return %c, %d : tensor<4xf32>, tensor<1xf32>
}
// CHECK-LABEL: @uses
// CHECK-NEXT:    %k = ncnn.weight
// CHECK-NEXT:    ncnn.binaryop_scalar rpow %x, 2.000000e+00
// CHECK-NEXT:    ncnn.binaryop_scalar add %a, 2.000000e+00
// CHECK-NEXT:    ncnn.binaryop_scalar div %b, 2.000000e+00
// CHECK-NEXT:    ncnn.relu %k
// COMPAT-LABEL: @uses
// COMPAT:         ncnn.binaryop pow %k, %x
// COMPAT-NEXT:    ncnn.binaryop_scalar add %a, 2.000000e+00
// COMPAT-NEXT:    ncnn.binaryop rdiv %k, %b

// -----

// One element of rank 3 folds where the other operand has that rank (not in ncnnoptimize).
func.func @same_rank(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1x1x1xf32>
  %y = ncnn.binaryop mul %x, %k : (tensor<2x3x4xf32>, tensor<1x1x1xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @same_rank
// CHECK-NEXT:    ncnn.binaryop_scalar mul %x, 2.000000e+00
// COMPAT-LABEL: @same_rank
// COMPAT:         ncnn.binaryop mul

// -----

// Where its rank raises that of the result it stays.
func.func @raises_rank(%x: tensor<4xf32>) -> tensor<1x1x4xf32> {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1x1x1xf32>
  %y = ncnn.binaryop mul %x, %k : (tensor<4xf32>, tensor<1x1x1xf32>) -> tensor<1x1x4xf32>
  func.return %y : tensor<1x1x4xf32>
}
// CHECK-LABEL: @raises_rank
// CHECK:         ncnn.binaryop mul

// -----

// More than one element is no scalar, and an element of unknown value is none yet.
func.func @no_scalar(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<4xf32>
  %u = ncnn.weight <"u"> : tensor<1xf32>
  %a = ncnn.binaryop mul %x, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = ncnn.binaryop mul %a, %u : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @no_scalar
// CHECK:         ncnn.binaryop mul %x, %k
// CHECK-NEXT:    ncnn.binaryop mul %a, %u

// -----

// A constant that is an output of the network stays.
func.func @output(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<1xf32>) {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1xf32>
  %y = ncnn.binaryop add %x, %k : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return %y, %k : tensor<4xf32>, tensor<1xf32>
}
// CHECK-LABEL: @output
// CHECK:         %k = ncnn.weight
// CHECK:         %y = ncnn.binaryop_scalar add %x, 2.000000e+00
// CHECK:         func.return %y, %k

// -----

// Both operands the same constant: the second folds, and the rest is for `fold-constants`.
func.func @both() -> tensor<1xf32> {
  %k = ncnn.weight <"k"> dense<3.0> : tensor<1xf32>
  %y = ncnn.binaryop sub %k, %k : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  func.return %y : tensor<1xf32>
}
// CHECK-LABEL: @both
// CHECK:         ncnn.binaryop_scalar sub %k, 3.000000e+00
