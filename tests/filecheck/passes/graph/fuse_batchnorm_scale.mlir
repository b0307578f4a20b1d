// RUN: ncnnc-opt %s -p fuse-batchnorm-scale | filecheck %s
// RUN: verify-diagnostics %s -p fuse-batchnorm-scale

// The scale applies to the slope, scale and bias to the bias.
func.func @with_bias(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %slope = ncnn.weight <"slope"> : tensor<2xf32>
  %mean = ncnn.weight <"mean"> : tensor<2xf32>
  %variance = ncnn.weight <"variance"> : tensor<2xf32>
  %bias = ncnn.weight <"bias"> : tensor<2xf32>
  %s = ncnn.weight <"s"> : tensor<2xf32>
  %b = ncnn.weight <"b"> : tensor<2xf32>
  // expected-remark @+1 {{fuse-batchnorm-scale: BatchNorm, Scale}}
  %a = ncnn.batchnorm %x, %slope, %mean, %variance, %bias eps 0.001
    : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3x4xf32>
  %y = ncnn.scale %a, %s bias %b
    : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @with_bias
// CHECK:         %[[SLOPE:.*]] = ncnn.scale %slope, %s : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %[[BIAS:.*]] = ncnn.scale %bias, %s bias %b
// CHECK-NEXT:    %y = ncnn.batchnorm %x, %[[SLOPE]], %mean, %variance, %[[BIAS]] eps 1.000000e-03
// CHECK-NEXT:    func.return %y

func.func @left_alone(%x: tensor<2xf32>, %p: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // The batchnorm has another user.
  %s = ncnn.weight <"s"> : tensor<2xf32>
  // expected-remark @+1 {{missed: fuse-batchnorm-scale: BatchNorm, Scale: the result of BatchNorm has other users}}
  %a = ncnn.batchnorm %x, %s, %s, %s, %s
    : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %y = ncnn.scale %a, %s : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // A scale that the network computes is no constant, and one that is an output too has another meaning.
  // expected-remark @+1 {{missed: fuse-batchnorm-scale: BatchNorm, Scale: the network computes parameters of the two}}
  %a1 = ncnn.batchnorm %x, %s, %s, %s, %s
    : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %b = ncnn.scale %a1, %p : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // expected-remark @+1 {{missed: fuse-batchnorm-scale: BatchNorm, Scale: the scale is an output of Scale}}
  %c = ncnn.batchnorm %b, %s, %s, %s, %s
    : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %d, %e = ncnn.scale %c, %s : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return %a, %y, %d, %e : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// Before shapes are known; numbers of channels that differ have not been compared yet.
func.func @unknown_shape(%x: tensor<*xf32>) -> tensor<*xf32> {
  %s = ncnn.weight <"s"> : tensor<2xf32>
  %t = ncnn.weight <"t"> : tensor<3xf32>
  // expected-remark @+2 {{fuse-batchnorm-scale: BatchNorm, Scale}}
  // expected-remark @+1 {{missed: fuse-batchnorm-scale: BatchNorm, Scale: BatchNorm and Scale are for different numbers of channels}}
  %a = ncnn.batchnorm %x, %s, %s, %s, %s
    : (tensor<*xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
  %b = ncnn.scale %a, %s : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  %y = ncnn.scale %b, %t : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %b = ncnn.batchnorm %x
// CHECK-NEXT:    %y = ncnn.scale %b, %t
