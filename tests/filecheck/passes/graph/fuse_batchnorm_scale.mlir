// RUN: ncnnc-opt %s -p fuse-batchnorm-scale --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-batchnorm-scale --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// The scale applies to the slope, scale and bias to the bias.
func.func @with_bias(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %slope = ncnn.weight <"slope"> : tensor<2xf32>
  %mean = ncnn.weight <"mean"> : tensor<2xf32>
  %variance = ncnn.weight <"variance"> : tensor<2xf32>
  %bias = ncnn.weight <"bias"> : tensor<2xf32>
  %s = ncnn.weight <"s"> : tensor<2xf32>
  %b = ncnn.weight <"b"> : tensor<2xf32>
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
// REMARK-LABEL: @with_bias
// REMARK:        // remark: fuse-batchnorm-scale: BatchNorm, Scale

// -----

// The batchnorm has another user.
func.func @user(%x: tensor<2xf32>, %p: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %s = ncnn.weight <"s"> : tensor<2xf32>
  %a = ncnn.batchnorm %x, %s, %s, %s, %s
    : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %y = ncnn.scale %a, %s : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %a, %y : tensor<2xf32>, tensor<2xf32>
}
// CHECK-LABEL: @user
// CHECK:         ncnn.scale %a, %s
// REMARK-LABEL: @user
// REMARK:        // missed: fuse-batchnorm-scale: BatchNorm, Scale: the result of BatchNorm has other users

// -----

// A scale that the network computes is no constant, and one that is an output too has another meaning.
func.func @dynamic(%x: tensor<2xf32>, %p: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %s = ncnn.weight <"s"> : tensor<2xf32>
  %a = ncnn.batchnorm %x, %s, %s, %s, %s
    : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %b = ncnn.scale %a, %p : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %c = ncnn.batchnorm %b, %s, %s, %s, %s
    : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %d, %e = ncnn.scale %c, %s : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return %d, %e : tensor<2xf32>, tensor<2xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         ncnn.scale %a, %p
// CHECK:         ncnn.scale %c, %s
// REMARK-LABEL: @dynamic
// REMARK:        // missed: fuse-batchnorm-scale: BatchNorm, Scale: the network computes parameters of the two
// REMARK:        // missed: fuse-batchnorm-scale: BatchNorm, Scale: the scale is an output of Scale

// -----

// Before shapes are known; numbers of channels that differ have not been compared yet.
func.func @unknown_shape(%x: tensor<*xf32>) -> tensor<*xf32> {
  %s = ncnn.weight <"s"> : tensor<2xf32>
  %t = ncnn.weight <"t"> : tensor<3xf32>
  %a = ncnn.batchnorm %x, %s, %s, %s, %s
    : (tensor<*xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
  %b = ncnn.scale %a, %s : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  %y = ncnn.scale %b, %t : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %b = ncnn.batchnorm %x
// CHECK-NEXT:    %y = ncnn.scale %b, %t
// REMARK-LABEL: @unknown_shape
// REMARK:        // remark: fuse-batchnorm-scale: BatchNorm, Scale
// REMARK:        // missed: fuse-batchnorm-scale: BatchNorm, Scale: BatchNorm and Scale are for different numbers of channels
