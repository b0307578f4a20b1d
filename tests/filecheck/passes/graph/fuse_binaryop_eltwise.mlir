// RUN: ncnnc-opt %s -p fuse-binaryop-eltwise | filecheck %s
// RUN: verify-diagnostics %s -p fuse-binaryop-eltwise

// Both operands scaled; the sum keeps the addition's attributes.
func.func @both(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{fuse-binaryop-eltwise: a, b, z}}
  %a = ncnn.binaryop_scalar mul %x, 0.5 : (tensor<4xf32>) -> tensor<4xf32> loc("a")
  %b = ncnn.binaryop_scalar mul %y, 1.5 : (tensor<4xf32>) -> tensor<4xf32> loc("b")
  %z = ncnn.binaryop add %a, %b {"ncnn.feature_mask" = 1 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("z")
  func.return %z : tensor<4xf32>
}
// CHECK-LABEL: @both
// CHECK-NEXT:    %z = ncnn.eltwise sum %x, %y coeffs [5.000000e-01, 1.500000e+00] {ncnn.feature_mask = 1 : i64}
// CHECK-NEXT:    func.return %z

// One operand scaled: the other has coefficient 1.
func.func @one(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{fuse-binaryop-eltwise: BinaryOp, BinaryOp}}
  %b = ncnn.binaryop_scalar mul %y, 1.5 : (tensor<4xf32>) -> tensor<4xf32>
  %z = ncnn.binaryop add %x, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %z : tensor<4xf32>
}
// CHECK-LABEL: @one
// CHECK-NEXT:    ncnn.eltwise sum %x, %y coeffs [1.000000e+00, 1.500000e+00]

func.func @left_alone(%x: tensor<2xf32>, %y: tensor<2x3x4xf32>, %x1: tensor<*xf32>, %y1: tensor<*xf32>, %x2: tensor<4xf32>, %y2: tensor<4xf32>)
    -> (tensor<2x3x4xf32>, tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // Eltwise does not broadcast.
  // expected-remark @+1 {{missed: fuse-binaryop-eltwise: BinaryOp, BinaryOp: the operands differ in shape, and Eltwise does not broadcast}}
  %a = ncnn.binaryop_scalar mul %x, 0.5 : (tensor<2xf32>) -> tensor<2xf32>
  %z = ncnn.binaryop add %a, %y : (tensor<2xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // Unknown shapes may differ.
  // expected-remark @+1 {{missed: fuse-binaryop-eltwise: BinaryOp, BinaryOp: the operands may differ in shape, and Eltwise does not broadcast}}
  %a1 = ncnn.binaryop_scalar mul %x1, 0.5 : (tensor<*xf32>) -> tensor<*xf32>
  %z1 = ncnn.binaryop add %a1, %y1 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  // The scaled blob has another user (an output of the network).
  // expected-remark @+1 {{missed: fuse-binaryop-eltwise: BinaryOp, BinaryOp: the scaled blob has other users}}
  %a2 = ncnn.binaryop_scalar mul %x2, 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %z2 = ncnn.binaryop add %a2, %y2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // Neither other operators in front nor other operators behind count, nor plain additions.
  %a3 = ncnn.binaryop_scalar div %x2, 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.binaryop add %a3, %y2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.binaryop_scalar mul %b, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %z3 = ncnn.binaryop sub %c, %y2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %z, %z1, %a2, %z2, %z3 : tensor<2x3x4xf32>, tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

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
