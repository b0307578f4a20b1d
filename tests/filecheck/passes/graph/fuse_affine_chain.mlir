// RUN: ncnnc-opt %s -p fuse-affine-chain | filecheck %s
// RUN: verify-diagnostics %s -p fuse-affine-chain

// Scalars: one BinaryOp if one can say it, else a Scale.
func.func @scalars(%x: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>) {
  // expected-remark @+1 {{fuse-affine-chain}}
  %a = ncnn.binaryop_scalar rsub %x, 3.0 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %b = ncnn.binaryop_scalar add %a, 1.0 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %c = ncnn.binaryop_scalar mul %x, 2.0 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %d = ncnn.binaryop_scalar add %c, 1.0 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  func.return %b, %d : tensor<2x4x4xf32>, tensor<2x4x4xf32>
}
// CHECK-LABEL: @scalars
// CHECK-NEXT:    %b = ncnn.binaryop_scalar rsub %x, 4.000000e+00
// CHECK-NEXT:    %[[S:.*]] = ncnn.weight <"{{.*}}.scale"> dense<2.000000e+00> : tensor<2xf32>
// CHECK-NEXT:    %[[T:.*]] = ncnn.weight <"{{.*}}.bias"> dense<1.000000e+00> : tensor<2xf32>
// CHECK-NEXT:    %d = ncnn.scale %x, %[[S]] bias %[[T]]

// Any number of layers; terms alone are a Bias.
func.func @chain(%x: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>) {
  %s = ncnn.weight <"s"> dense<[2.0, 4.0]> : tensor<2xf32>
  %t = ncnn.weight <"t"> dense<[1.0, 2.0]> : tensor<2xf32>
  %v = ncnn.weight <"v"> dense<[0.25, 4.0]> : tensor<2xf32>
  %k = ncnn.weight <"k"> dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %a = ncnn.batchnorm %x, %s, %t, %v, %t : (tensor<2x4x4xf32>, tensor<2xf32>, tensor<2xf32>,
    tensor<2xf32>, tensor<2xf32>) -> tensor<2x4x4xf32>
  %b = ncnn.binaryop sub %k, %a : (tensor<2x1x1xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %c = ncnn.binaryop_scalar div %b, 2.0 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %d = ncnn.bias %x, %t : (tensor<2x4x4xf32>, tensor<2xf32>) -> tensor<2x4x4xf32>
  %e = ncnn.bias %d, %s : (tensor<2x4x4xf32>, tensor<2xf32>) -> tensor<2x4x4xf32>
  func.return %c, %e : tensor<2x4x4xf32>, tensor<2x4x4xf32>
}
// CHECK-LABEL: @chain
// CHECK:         %[[S:.*]] = ncnn.weight <"{{.*}}.scale"> dense<[-2.000000e+00, -1.000000e+00]>
// CHECK-NEXT:    %[[T:.*]] = ncnn.weight <"{{.*}}.bias"> dense<2.000000e+00>
// CHECK-NEXT:    %c = ncnn.scale %x, %[[S]] bias %[[T]]
// CHECK-NEXT:    %[[B:.*]] = ncnn.weight <"Bias.bias"> dense<[3.000000e+00, 6.000000e+00]>
// CHECK-NEXT:    %e = ncnn.bias %x, %[[B]]

// Four dimensions are BatchNorm's; a matrix has its channels along the height.
func.func @ranks(%x: tensor<2x2x2x2xf32>, %m: tensor<2x3xf32>)
    -> (tensor<2x2x2x2xf32>, tensor<2x3xf32>) {
  %a = ncnn.binaryop_scalar mul %x, 2.0 : (tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  %b = ncnn.binaryop_scalar add %a, 1.0 : (tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  %t = ncnn.weight <"t"> dense<[1.0, 2.0]> : tensor<2xf32>
  %c = ncnn.bias %m, %t : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  %d = ncnn.scale %c, %t : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  func.return %b, %d : tensor<2x2x2x2xf32>, tensor<2x3xf32>
}
// CHECK-LABEL: @ranks
// CHECK:         %b = ncnn.batchnorm %x
// CHECK:         ncnn.weight <"Scale.bias"> dense<[1.000000e+00, 2.000000e+00]>
// CHECK-NEXT:    %d = ncnn.scale %m

// Read in between; along another axis; not constant; no factor and term; not a number.
func.func @guards(%x: tensor<2x3xf32>, %p: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %k = ncnn.weight <"k"> dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  // expected-remark @+1 {{missed: fuse-affine-chain: BinaryOp, BinaryOp: the result of BinaryOp has other users}}
  %a = ncnn.binaryop_scalar mul %x, 2.0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = ncnn.binaryop_scalar mul %a, 2.0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c = ncnn.binaryop add %b, %k : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %d = ncnn.binaryop_scalar mul %c, 2.0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %e = ncnn.binaryop add %d, %p : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %f = ncnn.binaryop_scalar rdiv %e, 2.0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %g = ncnn.binaryop_scalar div %f, 0.0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // expected-remark @+1 {{missed: fuse-affine-chain: BinaryOp, BinaryOp: the product of their factors is not finite}}
  %h = ncnn.binaryop_scalar mul %g, 1.0e30 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %i = ncnn.binaryop_scalar mul %h, 1.0e30 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %a, %i : tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @unknown(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %s = ncnn.weight <"s"> dense<[2.0, 3.0]> : tensor<2xf32>
  // expected-remark @+1 {{missed: fuse-affine-chain: BinaryOp, BinaryOp: the number of channels is unknown}}
  %a = ncnn.binaryop_scalar mul %x, 2.0 : (tensor<*xf32>) -> tensor<*xf32>
  %b = ncnn.binaryop_scalar add %a, 1.0 : (tensor<*xf32>) -> tensor<*xf32>
  %c = ncnn.scale %x, %s : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  %d = ncnn.binaryop_scalar add %c, 1.0 : (tensor<*xf32>) -> tensor<*xf32>
  func.return %b, %d : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         %b = ncnn.binaryop_scalar add %a
// CHECK:         %d = ncnn.batchnorm %x
