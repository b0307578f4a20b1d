// RUN: ncnnc-opt %s -p fuse-memorydata-binaryop --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-memorydata-binaryop --split-input-file --remarks | filecheck %s --check-prefix=REMARK
// RUN: ncnnc-opt %s -p 'fuse-memorydata-binaryop{compat=true}' --split-input-file --remarks | filecheck %s --check-prefix=COMPAT
// REQUIREMENT: F1, F2, F4, F6, F7, F8, F9, F10, F11, F12, F13, F14, F21

// F1, F8, F11, F12: a constant that comes first, `10 - x`, is `rsub(x, 10)`; the constant is gone, and
// a remark names it and the BinaryOp, whose name and attributes stay.
func.func @rsub(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k.data"> memory_data dense<10.0> : tensor<1xf32> loc("k")
  %y = ncnn.binaryop sub %k, %x {"ncnn.feature_mask" = 1 : i64} : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32> loc("sub")
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @rsub
// CHECK-NEXT:    %y = ncnn.binaryop_scalar rsub %x, 1.000000e+01 {ncnn.feature_mask = 1 : i64}
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @rsub
// REMARK:         // remark: fuse-memorydata-binaryop: k, sub
// COMPAT-LABEL: @rsub
// COMPAT-NEXT:    %y = ncnn.binaryop_scalar rsub %x, 1.000000e+01

// -----

// F9: `10 / x` is `rdiv(x, 10)`.
func.func @rdiv(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> dense<10.0> : tensor<1xf32>
  %y = ncnn.binaryop div %k, %x : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @rdiv
// CHECK-NEXT:    ncnn.binaryop_scalar rdiv %x, 1.000000e+01
// COMPAT-LABEL: @rdiv
// COMPAT-NEXT:    ncnn.binaryop_scalar rdiv %x, 1.000000e+01

// -----

// F7: operators that commute stay what they are.
func.func @commutative(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1xf32>
  %a = ncnn.binaryop add %k, %x : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.binaryop mul %k, %a : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.binaryop max %k, %b : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  %d = ncnn.binaryop min %k, %c : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %d : tensor<4xf32>
}
// CHECK-LABEL: @commutative
// CHECK-NEXT:    ncnn.binaryop_scalar add %x, 2.000000e+00
// CHECK-NEXT:    ncnn.binaryop_scalar mul %a, 2.000000e+00
// CHECK-NEXT:    ncnn.binaryop_scalar max %b, 2.000000e+00
// CHECK-NEXT:    ncnn.binaryop_scalar min %c, 2.000000e+00
// COMPAT-LABEL: @commutative
// COMPAT-NEXT:    ncnn.binaryop_scalar add %x, 2.000000e+00
// COMPAT-NEXT:    ncnn.binaryop_scalar mul %a, 2.000000e+00
// COMPAT-NEXT:    ncnn.binaryop_scalar max %b, 2.000000e+00
// COMPAT-NEXT:    ncnn.binaryop_scalar min %c, 2.000000e+00

// -----

// F6: a constant that comes second keeps the operator, whichever it is.
func.func @second(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1xf32>
  %a = ncnn.binaryop atan2 %x, %k : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %y = ncnn.binaryop rpow %a, %k : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @second
// CHECK-NEXT:    ncnn.binaryop_scalar atan2 %x, 2.000000e+00
// CHECK-NEXT:    ncnn.binaryop_scalar rpow %a, 2.000000e+00
// COMPAT-LABEL: @second
// COMPAT-NEXT:    ncnn.binaryop_scalar atan2 %x, 2.000000e+00
// COMPAT-NEXT:    ncnn.binaryop_scalar rpow %a, 2.000000e+00

// -----

// F10, F13, F21, D6: every use is decided alone. A power with the constant first, which ncnnoptimize
// does not fold, does not stop the addition behind it, nor does a use that is no BinaryOp.
func.func @pow_then_add(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<1xf32>) {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1xf32>
  %a = ncnn.binaryop pow %k, %x : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.binaryop add %k, %a : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.binaryop rdiv %k, %b : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  %d = ncnn.relu %k : (tensor<1xf32>) -> tensor<1xf32>
  func.return %c, %d : tensor<4xf32>, tensor<1xf32>
}
// CHECK-LABEL: @pow_then_add
// CHECK-NEXT:    %k = ncnn.weight
// CHECK-NEXT:    ncnn.binaryop_scalar rpow %x, 2.000000e+00
// CHECK-NEXT:    ncnn.binaryop_scalar add %a, 2.000000e+00
// CHECK-NEXT:    ncnn.binaryop_scalar div %b, 2.000000e+00
// CHECK-NEXT:    ncnn.relu %k
// COMPAT-LABEL: @pow_then_add
// COMPAT:         ncnn.binaryop pow %k, %x
// COMPAT-NEXT:    ncnn.binaryop_scalar add %a, 2.000000e+00
// COMPAT-NEXT:    ncnn.binaryop rdiv %k, %b
// COMPAT:         // missed: fuse-memorydata-binaryop: ncnn.weight, BinaryOp: ncnnoptimize keeps pow with the constant as first operand
// COMPAT-NEXT:    // remark: fuse-memorydata-binaryop: ncnn.weight, BinaryOp
// COMPAT-NEXT:    // missed: fuse-memorydata-binaryop: ncnn.weight, BinaryOp: ncnnoptimize keeps rdiv with the constant as first operand

// -----

// F14: behind a Split, too, which `eliminate-split` removes before this pass, unless it is left out.
func.func @split(%x: tensor<*xf32>) -> tensor<*xf32> {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1xf32>
  %k0, %k1 = ncnn.split %k : (tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  %a = ncnn.binaryop add %k0, %x : (tensor<1xf32>, tensor<*xf32>) -> tensor<*xf32>
  %y = ncnn.binaryop atan2 %k1, %a : (tensor<1xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @split
// CHECK-NEXT:    ncnn.binaryop_scalar add %x, 2.000000e+00
// CHECK-NEXT:    ncnn.binaryop_scalar ratan2 %a, 2.000000e+00
// CHECK-NEXT:    func.return

// -----

// F14, F19: a split loses one branch with each fold, and goes with the last; others stay.
func.func @splits(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1xf32>
  %k0, %k1, %k2 = ncnn.split %k : (tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  %k3, %k4 = ncnn.split %k1 : (tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  %a = ncnn.binaryop add %x, %k3 : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %b = ncnn.binaryop sub %k4, %a : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.relu %k2 : (tensor<1xf32>) -> tensor<1xf32>
  func.return %b, %c, %k0 : tensor<4xf32>, tensor<1xf32>, tensor<1xf32>
}
// CHECK-LABEL: @splits
// CHECK-NEXT:    %k = ncnn.weight
// CHECK-NEXT:    %k0, %k2 = ncnn.split %k : (tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>)
// CHECK-NEXT:    ncnn.binaryop_scalar add %x, 2.000000e+00
// CHECK-NEXT:    ncnn.binaryop_scalar rsub %a, 2.000000e+00
// CHECK-NEXT:    ncnn.relu %k2
// CHECK-NEXT:    func.return %b, %c, %k0

// -----

// F2: one element of higher rank stays, whether or not it raises the rank of the result.
func.func @rank3_one_element(%x: tensor<4xf32>, %z: tensor<2x3x4xf32>) -> (tensor<1x1x4xf32>, tensor<2x3x4xf32>) {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<1x1x1xf32>
  %m = ncnn.weight <"m"> dense<2.0> : tensor<1x1xf32>
  %a = ncnn.binaryop add %x, %k : (tensor<4xf32>, tensor<1x1x1xf32>) -> tensor<1x1x4xf32>
  %b = ncnn.binaryop add %m, %z : (tensor<1x1xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  func.return %a, %b : tensor<1x1x4xf32>, tensor<2x3x4xf32>
}
// CHECK-LABEL: @rank3_one_element
// CHECK-NOT:     ncnn.binaryop_scalar
// CHECK:         func.return
// REMARK-LABEL: @rank3_one_element
// REMARK:         // missed: fuse-memorydata-binaryop: ncnn.weight, BinaryOp: the constant has 3 dimensions, which may raise the rank of the result
// REMARK-NEXT:    // missed: fuse-memorydata-binaryop: ncnn.weight, BinaryOp: the constant has 2 dimensions, which may raise the rank of the result

// -----

// F4: what has a scalar already has no second operand to fold.
func.func @scalar(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = ncnn.binaryop_scalar rsub %x, 3.0 : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @scalar
// CHECK-NEXT:    ncnn.binaryop_scalar rsub %x, 3.000000e+00

// -----

// More than one element is no scalar, an element of unknown value is none yet, int8 is no float.
func.func @no_scalar(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> dense<2.0> : tensor<4xf32>
  %u = ncnn.weight <"u"> : tensor<1xf32> loc("u")
  %i = ncnn.weight <"i"> : tensor<1xi8> loc("i")
  %a = ncnn.binaryop mul %x, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.binaryop mul %a, %u : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %y = ncnn.binaryop mul %b, %i : (tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @no_scalar
// CHECK:         ncnn.binaryop mul %x, %k
// CHECK-NEXT:    ncnn.binaryop mul %a, %u
// CHECK-NEXT:    ncnn.binaryop mul %b, %i
// REMARK-LABEL: @no_scalar
// REMARK:         // missed: fuse-memorydata-binaryop: u, BinaryOp: the constant is not float32, or its value is not at hand
// REMARK-NEXT:    // missed: fuse-memorydata-binaryop: i, BinaryOp: the constant is not float32, or its value is not at hand

// -----

// F3: infinity and NaN stay in the `.bin`, for a `.param` cannot say them.
func.func @not_finite(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> dense<"0x000080FF"> : tensor<1xf32>
  %y = ncnn.binaryop max %x, %k : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @not_finite
// CHECK:         ncnn.binaryop max %x, %k
// REMARK-LABEL: @not_finite
// REMARK:         // missed: fuse-memorydata-binaryop: ncnn.weight, BinaryOp: -inf cannot be said in the text of a model

// -----

// D7: a constant that is an output of the network stays.
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

// D7: both operands the same constant; the second folds, and the rest is for `fold-constants`.
func.func @both() -> tensor<1xf32> {
  %k = ncnn.weight <"k"> dense<3.0> : tensor<1xf32>
  %y = ncnn.binaryop sub %k, %k : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  func.return %y : tensor<1xf32>
}
// CHECK-LABEL: @both
// CHECK:         ncnn.binaryop_scalar sub %k, 3.000000e+00
