// RUN: ncnnc-opt %s -p fuse-batchnorm-scale --split-input-file | filecheck %s

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

// -----

// The batchnorm has another reader.
func.func @reader(%x: tensor<2xf32>, %p: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %s = ncnn.weight <"s"> : tensor<2xf32>
  %a = ncnn.batchnorm %x, %s, %s, %s, %s
    : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %y = ncnn.scale %a, %s : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %a, %y : tensor<2xf32>, tensor<2xf32>
}
// CHECK-LABEL: @reader
// CHECK:         ncnn.scale %a, %s

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
