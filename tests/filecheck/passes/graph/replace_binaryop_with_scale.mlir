// RUN: ncnnc-opt %s -p replace-binaryop-with-scale | filecheck %s
// RUN: verify-diagnostics %s -p replace-binaryop-with-scale

func.func @channels(%x: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  %k = ncnn.weight <"k"> memory_data dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %m = ncnn.weight <"m.data"> memory_data dense<[4.0, 8.0]> : tensor<2xf32>
  %d = ncnn.weight <"d.data"> memory_data dense<[5.0, 6.0]> : tensor<2xf32>
  // expected-remark @+1 {{replace-binaryop-with-scale: BinaryOp, ncnn.weight}}
  %a = ncnn.binaryop sub %x, %k : (tensor<2x3x3xf32>, tensor<2x1x1xf32>) -> tensor<2x3x3xf32>
  %b = ncnn.binaryop rdiv %m, %a : (tensor<2xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %y = ncnn.binaryop sub %d, %b : (tensor<2xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  func.return %y : tensor<2x3x3xf32>
}
// CHECK-LABEL: @channels
// CHECK-NEXT:    %[[K:.*]] = ncnn.weight <"BinaryOp.bias"> dense<[-1.000000e+00, -2.000000e+00]>
// CHECK-NEXT:    %a = ncnn.bias %x, %[[K]]
// CHECK-NEXT:    %[[M:.*]] = ncnn.weight <"BinaryOp.scale"> dense<[2.500000e-01, 1.250000e-01]>
// CHECK-NEXT:    %b = ncnn.scale %a, %[[M]] :
// CHECK-NEXT:    %[[S:.*]] = ncnn.weight <"BinaryOp.scale"> dense<-1.000000e+00> : tensor<2xf32>
// CHECK-NEXT:    %[[T:.*]] = ncnn.weight <"BinaryOp.bias"> dense<[5.000000e+00, 6.000000e+00]>
// CHECK-NEXT:    %y = ncnn.scale %b, %[[S]] bias %[[T]]

// Two read the constant; four dimensions; along the width; no layer of its own; unknown shape.
func.func @guards(%x: tensor<2x3xf32>, %z: tensor<2x1x1x1xf32>, %u: tensor<*xf32>)
    -> (tensor<2x3xf32>, tensor<2x1x1x1xf32>, tensor<*xf32>) {
  %k = ncnn.weight <"k.data"> memory_data dense<[1.0, 2.0]> : tensor<2xf32>
  %l = ncnn.weight <"l.data"> memory_data dense<[1.0, 2.0]> : tensor<2xf32>
  %m = ncnn.weight <"m.data"> memory_data dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %n = ncnn.weight <"n.data"> dense<[1.0, 2.0]> : tensor<2xf32>
  %o = ncnn.weight <"o.data"> memory_data dense<[1.0, 2.0]> : tensor<2xf32>
  // expected-remark @+1 {{missed: replace-binaryop-with-scale: BinaryOp, ncnn.weight: ncnn.weight has other users}}
  %a = ncnn.binaryop add %x, %k : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  // expected-remark @+1 {{missed: replace-binaryop-with-scale: BinaryOp, ncnn.weight: ncnn.weight has other users}}
  %b = ncnn.binaryop mul %a, %k : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  %c = ncnn.binaryop mul %b, %m : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %d = ncnn.binaryop mul %c, %n : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  // expected-remark @+1 {{missed: replace-binaryop-with-scale: BinaryOp, ncnn.weight: Scale layers have up to 3 dimensions}}
  %e = ncnn.binaryop mul %z, %l : (tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<2x1x1x1xf32>
  %f = ncnn.binaryop mul %u, %o : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  func.return %d, %e, %f : tensor<2x3xf32>, tensor<2x1x1x1xf32>, tensor<*xf32>
}
// CHECK-COUNT-6: = ncnn.binaryop

// Both operands are the constant.
func.func @square() -> tensor<2xf32> {
  %k = ncnn.weight <"k.data"> memory_data dense<[1.0, 2.0]> : tensor<2xf32>
  %y = ncnn.binaryop add %k, %k : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}
