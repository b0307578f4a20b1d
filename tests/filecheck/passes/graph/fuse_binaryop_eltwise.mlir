// RUN: ncnnc-opt %s -p fuse-binaryop-eltwise --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-binaryop-eltwise --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// Both operands scaled; the sum keeps the addition's attributes.
func.func @both(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %a = ncnn.binaryop_scalar mul %x, 0.5 : (tensor<4xf32>) -> tensor<4xf32> loc("a")
  %b = ncnn.binaryop_scalar mul %y, 1.5 : (tensor<4xf32>) -> tensor<4xf32> loc("b")
  %z = ncnn.binaryop add %a, %b {"ncnn.feature_mask" = 1 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("z")
  func.return %z : tensor<4xf32>
}
// CHECK-LABEL: @both
// CHECK-NEXT:    %z = ncnn.eltwise sum %x, %y coeffs [5.000000e-01, 1.500000e+00] {ncnn.feature_mask = 1 : i64}
// CHECK-NEXT:    func.return %z
// REMARK:      // remark: fuse-binaryop-eltwise: a, b, z

// -----

// One operand scaled: the other has coefficient 1.
func.func @one(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %b = ncnn.binaryop_scalar mul %y, 1.5 : (tensor<4xf32>) -> tensor<4xf32>
  %z = ncnn.binaryop add %x, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %z : tensor<4xf32>
}
// CHECK-LABEL: @one
// CHECK-NEXT:    ncnn.eltwise sum %x, %y coeffs [1.000000e+00, 1.500000e+00]
// REMARK:      // remark: fuse-binaryop-eltwise: BinaryOp, BinaryOp

// -----

// Eltwise does not broadcast.
func.func @broadcast(%x: tensor<2xf32>, %y: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %a = ncnn.binaryop_scalar mul %x, 0.5 : (tensor<2xf32>) -> tensor<2xf32>
  %z = ncnn.binaryop add %a, %y : (tensor<2xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  func.return %z : tensor<2x3x4xf32>
}
// CHECK-LABEL: @broadcast
// CHECK-NEXT:    ncnn.binaryop_scalar mul
// CHECK-NEXT:    ncnn.binaryop add
// REMARK:      // missed: fuse-binaryop-eltwise: BinaryOp, BinaryOp: the operands differ in shape, and Eltwise does not broadcast

// -----

// Unknown shapes may differ.
func.func @unknown(%x: tensor<*xf32>, %y: tensor<*xf32>) -> tensor<*xf32> {
  %a = ncnn.binaryop_scalar mul %x, 0.5 : (tensor<*xf32>) -> tensor<*xf32>
  %z = ncnn.binaryop add %a, %y : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %z : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    ncnn.binaryop_scalar mul
// CHECK-NEXT:    ncnn.binaryop add
// REMARK:      // missed: fuse-binaryop-eltwise: BinaryOp, BinaryOp: the operands may differ in shape, and Eltwise does not broadcast

// -----

// The scaled blob has another user (an output of the network).
func.func @user(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = ncnn.binaryop_scalar mul %x, 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %z = ncnn.binaryop add %a, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %a, %z : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @user
// CHECK:         ncnn.binaryop add
// REMARK:      // missed: fuse-binaryop-eltwise: BinaryOp, BinaryOp: the scaled blob has other users

// -----

// If only one of two scaled blobs has, the other is merged.
func.func @one_reader(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = ncnn.binaryop_scalar mul %x, 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.binaryop_scalar mul %y, 1.5 : (tensor<4xf32>) -> tensor<4xf32>
  %z = ncnn.binaryop add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %a, %z : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @one_reader
// CHECK-NEXT:    %a = ncnn.binaryop_scalar mul %x, 5.000000e-01
// CHECK-NEXT:    ncnn.eltwise sum %a, %y coeffs [1.000000e+00, 1.500000e+00]

// -----

// Neither other operators in front nor other operators behind count, nor plain additions.
func.func @operators(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %a = ncnn.binaryop_scalar div %x, 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.binaryop add %a, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.binaryop_scalar mul %b, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %z = ncnn.binaryop sub %c, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %z : tensor<4xf32>
}
// CHECK-LABEL: @operators
// CHECK-NOT:     ncnn.eltwise
// CHECK:         func.return
