// RUN: ncnnc-opt %s -p fuse-batchnorm --split-input-file | filecheck %s

// The batchnorm normalises the bias, and scales the weights.
func.func @convolution(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<4xf32>
  %v = ncnn.weight <"v"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w bias %b : tensor<4xf32>
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %s, %m, %v, %t eps 0.5
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @convolution
// CHECK:         %[[ZERO:.*]] = ncnn.weight <"zeros"> dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.batchnorm %w, %s, %[[ZERO]], %v, %[[ZERO]] eps 5.000000e-01 : (tensor<4x3x3x3xf32>
// CHECK-NEXT:    %[[B:.*]] = ncnn.batchnorm %b, %s, %m, %v, %t eps 5.000000e-01 : (tensor<4xf32>
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[W]] bias %[[B]]
// CHECK-NEXT:    func.return %y

// -----

// A layer without a bias gets one.
func.func @no_bias(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %p = ncnn.weight <"p"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %p, %p, %p, %p
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @no_bias
// CHECK:         %[[NONE:.*]] = ncnn.weight <"w.bias">
// CHECK:         %[[B:.*]] = ncnn.batchnorm %[[NONE]], %p, %p, %p, %p
// CHECK-NEXT:    ncnn.convolution_depthwise %x, %{{.*}} bias %[[B]] : tensor<4xf32> group 4

// -----

// Deconvolutions and inner products, too.
func.func @others(%x: tensor<3x4x4xf32>) -> (tensor<4x8x8xf32>, tensor<4xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %u = ncnn.weight <"u"> : tensor<4x48xf32>
  %p = ncnn.weight <"p"> : tensor<4xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.batchnorm %a, %p, %p, %p, %p
    : (tensor<4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  %b = ncnn.innerproduct %x, %u : tensor<3x4x4xf32>, tensor<4x48xf32> -> tensor<4xf32>
  %z = ncnn.batchnorm %b, %p, %p, %p, %p
    : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y, %z : tensor<4x8x8xf32>, tensor<4xf32>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.batchnorm %w
// CHECK:         %y = ncnn.deconvolution
// CHECK:         ncnn.batchnorm %u
// CHECK:         %z = ncnn.innerproduct
// CHECK-NEXT:    func.return

// -----

// An activation between the two does not commute with the batchnorm.
func.func @activation(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %p = ncnn.weight <"p"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w activation relu
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %p, %p, %p, %p
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @activation
// CHECK:         ncnn.batchnorm %a

// -----

// The convolution's result is an output of the network.
func.func @reader(%x: tensor<3x8x8xf32>) -> (tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %p = ncnn.weight <"p"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %p, %p, %p, %p
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %a, %y : tensor<4x6x6xf32>, tensor<4x6x6xf32>
}
// CHECK-LABEL: @reader
// CHECK:         ncnn.batchnorm %a

// -----

// Weights that the network computes.
func.func @dynamic(%x: tensor<3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<4x6x6xf32> {
  %p = ncnn.weight <"p"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %p, %p, %p, %p
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         ncnn.batchnorm %a

// -----

// Weights with int8 scales.
func.func @int8(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %p = ncnn.weight <"p"> : tensor<4xf32>
  %i = ncnn.weight <"i"> : tensor<1xf32>
  %a = ncnn.convolution %x, %w weight_scale %p : tensor<4xf32> input_scale %i : tensor<1xf32> int8_scale_term 2
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %p, %p, %p, %p
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @int8
// CHECK:         ncnn.batchnorm %a

// -----

// An inner product of rows has its outputs along the other axis than the batchnorm its channels.
func.func @rows(%x: tensor<4x6xf32>) -> tensor<4x4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x6xf32>
  %p = ncnn.weight <"p"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x4xf32>
  %y = ncnn.batchnorm %a, %p, %p, %p, %p
    : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  func.return %y : tensor<4x4xf32>
}
// CHECK-LABEL: @rows
// CHECK:         ncnn.batchnorm %a

// -----

// Weights that a deconvolution takes from an input have their outputs on the second axis.
func.func @transposed(%x: tensor<4x4x4xf32>) -> tensor<4x5x5xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4x2x2xf32>
  %p = ncnn.weight <"p"> : tensor<4xf32>
  %a = ncnn.deconvolution %x, %w transposed_weight
    : tensor<4x4x4xf32>, tensor<4x4x2x2xf32> -> tensor<4x5x5xf32>
  %y = ncnn.batchnorm %a, %p, %p, %p, %p
    : (tensor<4x5x5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x5x5xf32>
  func.return %y : tensor<4x5x5xf32>
}
// CHECK-LABEL: @transposed
// CHECK:         ncnn.batchnorm %a

// -----

// Shapes that are not known yet.
func.func @unknown(%x: tensor<3x8x8xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %p = ncnn.weight <"p"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %p, %p, %p, %p
    : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         ncnn.batchnorm %a
