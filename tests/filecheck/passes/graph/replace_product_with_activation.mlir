// RUN: ncnnc-opt %s -p replace-product-with-activation | filecheck %s
// RUN: verify-diagnostics %s -p replace-product-with-activation

// In any order, of a BinaryOp or an Eltwise, before shapes are known.
func.func @products(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-remark @+1 {{replace-product-with-activation: Sigmoid, BinaryOp}}
  %a = ncnn.sigmoid %x : (tensor<*xf32>) -> tensor<*xf32>
  %b = ncnn.binaryop mul %x, %a : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  // expected-remark @+1 {{replace-product-with-activation: HardSigmoid, Eltwise}}
  %c = ncnn.hardsigmoid %b alpha 0.25 beta 0.5 : (tensor<*xf32>) -> tensor<*xf32>
  %d = ncnn.eltwise prod %c, %b : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  // expected-remark @+1 {{replace-product-with-activation: Softplus, TanH, BinaryOp}}
  %e = ncnn.softplus %d : (tensor<*xf32>) -> tensor<*xf32>
  %f = ncnn.tanh %e : (tensor<*xf32>) -> tensor<*xf32>
  %g = ncnn.binaryop mul %f, %d : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %g : tensor<*xf32>
}
// CHECK-LABEL: @products
// CHECK-NEXT:    %b = ncnn.swish %x
// CHECK-NEXT:    %d = ncnn.hardswish %b alpha 2.500000e-01
// CHECK-NEXT:    %g = ncnn.mish %d
// CHECK-NEXT:    func.return %g

// As TensorFlow writes it.
func.func @relu6(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = ncnn.binaryop_scalar add %x, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.clip %a min 0.0 max 4.0 : (tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.binaryop mul %x, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %c : tensor<4xf32>
}
// CHECK-LABEL: @relu6
// CHECK-NEXT:    %[[H:.*]] = ncnn.hardswish %x alpha 2.500000e-01 :
// CHECK-NEXT:    %c = ncnn.binaryop_scalar mul %[[H]], 4.000000e+00

// The gate is read by others; of something else; another product; a gate that does not open at 0.
func.func @guards(%x: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-remark @+1 {{missed: replace-product-with-activation: Sigmoid, BinaryOp: the result of Sigmoid has other users}}
  %a = ncnn.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.binaryop mul %x, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.hardsigmoid %b : (tensor<4xf32>) -> tensor<4xf32>
  %d = ncnn.binaryop mul %z, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %e = ncnn.sigmoid %d : (tensor<4xf32>) -> tensor<4xf32>
  %f = ncnn.binaryop add %d, %e : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %g = ncnn.binaryop_scalar add %f, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %h = ncnn.clip %g min 0.5 max 4.0 : (tensor<4xf32>) -> tensor<4xf32>
  %i = ncnn.binaryop mul %f, %h : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %a, %i : tensor<4xf32>, tensor<4xf32>
}
