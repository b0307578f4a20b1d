// RUN: ncnnc-opt %s -p eliminate-identity-arithmetic | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-identity-arithmetic

func.func @identities(%x: tensor<2x3x3xf32>, %u: tensor<*xf32>) -> (tensor<2x3x3xf32>, tensor<*xf32>) {
  %one = ncnn.weight <"one"> dense<1.0> : tensor<2xf32>
  %zero = ncnn.weight <"zero"> dense<0.0> : tensor<2xf32>
  // expected-remark @+1 {{eliminate-identity-arithmetic: BinaryOp}}
  %a = ncnn.binaryop_scalar mul %x, 1.0 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %b = ncnn.binaryop_scalar div %a, 1.0 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %c = ncnn.binaryop_scalar sub %b, 0.0 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %d = ncnn.binaryop_scalar pow %c, 1.0 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %e = ncnn.scale %d, %one bias %zero
    : (tensor<2x3x3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3x3xf32>
  %f = ncnn.batchnorm %e, %one, %zero, %one, %zero : (tensor<2x3x3xf32>, tensor<2xf32>,
    tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3x3xf32>
  %g = ncnn.binaryop mul %one, %f : (tensor<2xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %h = ncnn.binaryop_scalar add %u, 0.0 : (tensor<*xf32>) -> tensor<*xf32>
  func.return %g, %h : tensor<2x3x3xf32>, tensor<*xf32>
}
// CHECK-LABEL: @identities
// CHECK-NOT:     ncnn.binaryop
// CHECK:         func.return %x, %u

// 1 / (x + 0) is infinite, 1 / x is minus infinity of -0; through a ReLU as well.
func.func @sign_of_zero(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-remark @+1 {{missed: eliminate-identity-arithmetic: BinaryOp: 0 is added to -0, of which a layer after it may divide}}
  %a = ncnn.binaryop_scalar add %x, 0.0 : (tensor<8xf32>) -> tensor<8xf32>
  %b = ncnn.relu %a : (tensor<8xf32>) -> tensor<8xf32>
  %c = ncnn.binaryop_scalar rdiv %b, 1.0 : (tensor<8xf32>) -> tensor<8xf32>
  %d = ncnn.binaryop_scalar add %x, -0.0 : (tensor<8xf32>) -> tensor<8xf32>
  %e = ncnn.unaryop reciprocal %d : (tensor<8xf32>) -> tensor<8xf32>
  func.return %c, %e : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: @sign_of_zero
// CHECK-NEXT:    %a = ncnn.binaryop_scalar add
// CHECK:         %e = ncnn.unaryop reciprocal %x

// Other numbers; a constant of ones that changes the shape; another operator.
func.func @guards(%x: tensor<1x3xf32>) -> tensor<4x3xf32> {
  %one = ncnn.weight <"one"> dense<1.0> : tensor<4x1xf32>
  %a = ncnn.binaryop_scalar mul %x, 1.5 : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %b = ncnn.binaryop_scalar rsub %a, 0.0 : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %c = ncnn.binaryop_scalar max %b, 0.0 : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %d = ncnn.binaryop mul %c, %one : (tensor<1x3xf32>, tensor<4x1xf32>) -> tensor<4x3xf32>
  func.return %d : tensor<4x3xf32>
}
