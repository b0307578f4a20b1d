// RUN: ncnnc-opt %s -p fuse-binaryop-eltwise --split-input-file | filecheck %s

// Both operands scaled.
func.func @both(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %a = ncnn.binaryop_scalar mul %x, 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.binaryop_scalar mul %y, 1.5 : (tensor<4xf32>) -> tensor<4xf32>
  %z = ncnn.binaryop add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %z : tensor<4xf32>
}
// CHECK-LABEL: @both
// CHECK-NEXT:    %z = ncnn.eltwise sum %x, %y coeffs [5.000000e-01, 1.500000e+00]
// CHECK-NEXT:    func.return %z

// -----

// One operand scaled: the other has coefficient 1.
func.func @one(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %b = ncnn.binaryop_scalar mul %y, 1.5 : (tensor<4xf32>) -> tensor<4xf32>
  %z = ncnn.binaryop add %x, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %z : tensor<4xf32>
}
// CHECK-LABEL: @one
// CHECK-NEXT:    ncnn.eltwise sum %x, %y coeffs [1.000000e+00, 1.500000e+00]

// -----

// Eltwise does not broadcast.
func.func @broadcast(%x: tensor<2xf32>, %y: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %a = ncnn.binaryop_scalar mul %x, 0.5 : (tensor<2xf32>) -> tensor<2xf32>
  %z = ncnn.binaryop add %a, %y : (tensor<2xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  func.return %z : tensor<2x3x4xf32>
}
// CHECK-LABEL: @broadcast
// CHECK:         ncnn.binaryop_scalar mul
// CHECK-NEXT:    ncnn.binaryop add

// -----

// The scaled blob has another reader (an output of the network).
func.func @reader(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = ncnn.binaryop_scalar mul %x, 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  %z = ncnn.binaryop add %a, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %a, %z : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @reader
// CHECK:         ncnn.binaryop add

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
