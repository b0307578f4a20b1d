// RUN: ncnnc-opt %s -p eliminate-reshape-before-binaryop --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p eliminate-reshape-before-binaryop --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// A vector goes along the channels by itself; the BinaryOp keeps its name and attributes.
func.func @channels(%x: tensor<8x4x5xf32>, %v: tensor<8xf32>) -> tensor<8x4x5xf32> {
  %a = ncnn.reshape %v shape [8, 1, 1] : (tensor<8xf32>) -> tensor<8x1x1xf32> loc("reshape")
  %y = ncnn.binaryop mul %x, %a {"ncnn.feature_mask" = 1 : i64} : (tensor<8x4x5xf32>, tensor<8x1x1xf32>) -> tensor<8x4x5xf32> loc("mul")
  func.return %y : tensor<8x4x5xf32>
}
// CHECK-LABEL: @channels
// CHECK-NEXT:    %y = ncnn.binaryop mul %x, %v {ncnn.feature_mask = 1 : i64} : (tensor<8x4x5xf32>, tensor<8xf32>) -> tensor<8x4x5xf32>
// CHECK-NEXT:    func.return %y
// REMARK:      // remark: eliminate-reshape-before-binaryop: reshape, mul

// -----

// As first operand too; a reshape with another user stays for that one.
func.func @first(%x: tensor<8x4x5xf32>, %v: tensor<8xf32>)
    -> (tensor<8x4x5xf32>, tensor<8x1x1xf32>) {
  %a = ncnn.reshape %v shape [8, 1, 1] : (tensor<8xf32>) -> tensor<8x1x1xf32>
  %y = ncnn.binaryop sub %a, %x : (tensor<8x1x1xf32>, tensor<8x4x5xf32>) -> tensor<8x4x5xf32>
  func.return %y, %a : tensor<8x4x5xf32>, tensor<8x1x1xf32>
}
// CHECK-LABEL: @first
// CHECK:         %a = ncnn.reshape
// CHECK-NEXT:    %y = ncnn.binaryop sub %v, %x
// REMARK:      // remark: eliminate-reshape-before-binaryop: Reshape, BinaryOp

// -----

// A vector along rows needs its reshape: without, it would go along the channels.
func.func @rows(%x: tensor<8x4x8xf32>, %v: tensor<8xf32>) -> tensor<8x4x8xf32> {
  %a = ncnn.reshape %v shape [1, 1, 8] : (tensor<8xf32>) -> tensor<1x1x8xf32>
  %y = ncnn.binaryop mul %x, %a : (tensor<8x4x8xf32>, tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
  func.return %y : tensor<8x4x8xf32>
}
// CHECK-LABEL: @rows
// CHECK:         ncnn.binaryop mul %x, %a
// REMARK:      // missed: eliminate-reshape-before-binaryop: Reshape, BinaryOp: without the reshape the operand would broadcast along another axis

// -----

// One along channels needs it where another axis is broadcast to it.
func.func @stretched(%x: tensor<1x4x8xf32>, %v: tensor<8xf32>) -> tensor<8x4x8xf32> {
  %a = ncnn.reshape %v shape [8, 1, 1] : (tensor<8xf32>) -> tensor<8x1x1xf32>
  %y = ncnn.binaryop mul %x, %a : (tensor<1x4x8xf32>, tensor<8x1x1xf32>) -> tensor<8x4x8xf32>
  func.return %y : tensor<8x4x8xf32>
}
// CHECK-LABEL: @stretched
// CHECK:         ncnn.binaryop mul %x, %a
// REMARK:      // missed: eliminate-reshape-before-binaryop: Reshape, BinaryOp: without the reshape the operand would broadcast along another axis

// -----

// It also needs it where the reshape raises the rank of the result.
func.func @rank(%x: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4x1x1xf32> {
  %a = ncnn.reshape %v shape [4, 1, 1] : (tensor<4xf32>) -> tensor<4x1x1xf32>
  %y = ncnn.binaryop mul %x, %a : (tensor<4xf32>, tensor<4x1x1xf32>) -> tensor<4x1x1xf32>
  func.return %y : tensor<4x1x1xf32>
}
// CHECK-LABEL: @rank
// CHECK:         ncnn.binaryop mul %x, %a
// REMARK:      // missed: eliminate-reshape-before-binaryop: Reshape, BinaryOp: the reshaped operand decides the shape of the result

// -----

// How unknown shapes broadcast is unknown.
func.func @unknown(%x: tensor<*xf32>, %v: tensor<8xf32>) -> tensor<*xf32> {
  %a = ncnn.reshape %v shape [8, 1, 1] : (tensor<8xf32>) -> tensor<8x1x1xf32>
  %y = ncnn.binaryop mul %x, %a : (tensor<*xf32>, tensor<8x1x1xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         ncnn.binaryop mul %x, %a
// REMARK:      // missed: eliminate-reshape-before-binaryop: Reshape, BinaryOp: how the operands broadcast is unknown without their shapes

// -----

// ExpandDims are reshapes, too.
func.func @expanddims(%x: tensor<8x4x5xf32>, %v: tensor<8xf32>) -> tensor<8x4x5xf32> {
  %a = ncnn.expanddims %v axes [1, 2] : (tensor<8xf32>) -> tensor<8x1x1xf32>
  %y = ncnn.binaryop mul %x, %a : (tensor<8x4x5xf32>, tensor<8x1x1xf32>) -> tensor<8x4x5xf32>
  func.return %y : tensor<8x4x5xf32>
}
// CHECK-LABEL: @expanddims
// CHECK-NEXT:    ncnn.binaryop mul %x, %v
