// RUN: ncnnc-opt %s -p eliminate-reshape-before-binaryop | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-reshape-before-binaryop

// A vector goes along the channels by itself; the BinaryOp keeps its name and attributes.
func.func @channels(%x: tensor<8x4x5xf32>, %v: tensor<8xf32>) -> tensor<8x4x5xf32> {
  // expected-remark @+1 {{eliminate-reshape-before-binaryop: reshape, mul}}
  %a = ncnn.reshape %v shape [8, 1, 1] : (tensor<8xf32>) -> tensor<8x1x1xf32> loc("reshape")
  %y = ncnn.binaryop mul %x, %a {"ncnn.feature_mask" = 1 : i64} : (tensor<8x4x5xf32>, tensor<8x1x1xf32>) -> tensor<8x4x5xf32> loc("mul")
  func.return %y : tensor<8x4x5xf32>
}
// CHECK-LABEL: @channels
// CHECK-NEXT:    %y = ncnn.binaryop mul %x, %v {ncnn.feature_mask = 1 : i64} : (tensor<8x4x5xf32>, tensor<8xf32>) -> tensor<8x4x5xf32>
// CHECK-NEXT:    func.return %y

// As first operand too; a reshape with another user stays for that one.
func.func @first(%x: tensor<8x4x5xf32>, %v: tensor<8xf32>)
    -> (tensor<8x4x5xf32>, tensor<8x1x1xf32>) {
  // expected-remark @+1 {{eliminate-reshape-before-binaryop: Reshape, BinaryOp}}
  %a = ncnn.reshape %v shape [8, 1, 1] : (tensor<8xf32>) -> tensor<8x1x1xf32>
  %y = ncnn.binaryop sub %a, %x : (tensor<8x1x1xf32>, tensor<8x4x5xf32>) -> tensor<8x4x5xf32>
  func.return %y, %a : tensor<8x4x5xf32>, tensor<8x1x1xf32>
}
// CHECK-LABEL: @first
// CHECK:         %a = ncnn.reshape
// CHECK-NEXT:    %y = ncnn.binaryop sub %v, %x

func.func @left_alone(%x: tensor<8x4x8xf32>, %v: tensor<8xf32>, %x1: tensor<1x4x8xf32>, %x2: tensor<4xf32>, %v1: tensor<4xf32>, %x3: tensor<*xf32>)
    -> (tensor<8x4x8xf32>, tensor<8x4x8xf32>, tensor<4x1x1xf32>, tensor<*xf32>) {
  // A vector along rows needs its reshape: without, it would go along the channels.
  // expected-remark @+1 {{missed: eliminate-reshape-before-binaryop: Reshape, BinaryOp: without the reshape the operand would broadcast along another axis}}
  %a = ncnn.reshape %v shape [1, 1, 8] : (tensor<8xf32>) -> tensor<1x1x8xf32>
  %y = ncnn.binaryop mul %x, %a : (tensor<8x4x8xf32>, tensor<1x1x8xf32>) -> tensor<8x4x8xf32>
  // One along channels needs it where another axis is broadcast to it.
  // expected-remark @+1 {{missed: eliminate-reshape-before-binaryop: Reshape, BinaryOp: without the reshape the operand would broadcast along another axis}}
  %a1 = ncnn.reshape %v shape [8, 1, 1] : (tensor<8xf32>) -> tensor<8x1x1xf32>
  %y1 = ncnn.binaryop mul %x1, %a1 : (tensor<1x4x8xf32>, tensor<8x1x1xf32>) -> tensor<8x4x8xf32>
  // It also needs it where the reshape raises the rank of the result.
  // expected-remark @+1 {{missed: eliminate-reshape-before-binaryop: Reshape, BinaryOp: the reshaped operand decides the shape of the result}}
  %a2 = ncnn.reshape %v1 shape [4, 1, 1] : (tensor<4xf32>) -> tensor<4x1x1xf32>
  %y2 = ncnn.binaryop mul %x2, %a2 : (tensor<4xf32>, tensor<4x1x1xf32>) -> tensor<4x1x1xf32>
  // How unknown shapes broadcast is unknown.
  // expected-remark @+1 {{missed: eliminate-reshape-before-binaryop: Reshape, BinaryOp: how the operands broadcast is unknown without their shapes}}
  %a3 = ncnn.reshape %v shape [8, 1, 1] : (tensor<8xf32>) -> tensor<8x1x1xf32>
  %y3 = ncnn.binaryop mul %x3, %a3 : (tensor<*xf32>, tensor<8x1x1xf32>) -> tensor<*xf32>
  func.return %y, %y1, %y2, %y3 : tensor<8x4x8xf32>, tensor<8x4x8xf32>, tensor<4x1x1xf32>, tensor<*xf32>
}

// ExpandDims are reshapes, too.
func.func @expanddims(%x: tensor<8x4x5xf32>, %v: tensor<8xf32>) -> tensor<8x4x5xf32> {
  %a = ncnn.expanddims %v axes [1, 2] : (tensor<8xf32>) -> tensor<8x1x1xf32>
  %y = ncnn.binaryop mul %x, %a : (tensor<8x4x5xf32>, tensor<8x1x1xf32>) -> tensor<8x4x5xf32>
  func.return %y : tensor<8x4x5xf32>
}
// CHECK-LABEL: @expanddims
// CHECK-NEXT:    ncnn.binaryop mul %x, %v
