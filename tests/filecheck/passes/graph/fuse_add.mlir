// RUN: ncnnc-opt %s -p fuse-add --split-input-file | filecheck %s

// A term for each channel is added to the bias.
func.func @vector(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w bias %b : tensor<4xf32>
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[B:.*]] = ncnn.binaryop add %b, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %y = ncnn.convolution %x, %w bias %[[B]]
// CHECK-NEXT:    func.return %y

// -----

// Terms of shape c,1,1 are subtracted from the bias that a layer without one gets.
func.func @planes(%x: tensor<3x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.binaryop sub %a, %k : (tensor<4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @planes
// CHECK:         %[[ZERO:.*]] = ncnn.weight <"w.bias"> dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[K:.*]] = ncnn.flatten %k
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop sub %[[ZERO]], %[[K]]
// CHECK-NEXT:    %y = ncnn.deconvolution %x, %w bias %[[B]]

// -----

// A scalar.
func.func @scalar(%x: tensor<12xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w bias %b : tensor<4xf32>
    : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.binaryop_scalar add %a, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @scalar
// CHECK:         %[[B:.*]] = ncnn.binaryop_scalar add %b, 2.000000e+00
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %w bias %[[B]]
// CHECK-NEXT:    func.return %y

// -----

// A Bias layer.
func.func @bias(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w bias %b : tensor<4xf32>
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.bias %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @bias
// CHECK:         %[[B:.*]] = ncnn.binaryop add %b, %k
// CHECK-NEXT:    %y = ncnn.convolution %x, %w bias %[[B]]
// CHECK-NEXT:    func.return %y

// -----

// On a vector, a Bias layer adds its first term to all elements.
func.func @uniform_bias(%x: tensor<12xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.bias %a, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @uniform_bias
// CHECK:         ncnn.bias %a, %k

// -----

// Not constant; subtracted from; another reader; an activation between.
func.func @guards(%x: tensor<12xf32>, %p: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %v = ncnn.weight <"v"> : tensor<4x4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %b = ncnn.binaryop add %a, %p : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.innerproduct %b, %v : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %d = ncnn.binaryop sub %k, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %e = ncnn.innerproduct %d, %v : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %f = ncnn.binaryop_scalar add %e, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %g = ncnn.innerproduct %f, %v activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %h = ncnn.bias %g, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %e, %h : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @guards
// CHECK:         ncnn.binaryop add %a, %p
// CHECK:         ncnn.binaryop sub %k, %c
// CHECK:         ncnn.binaryop_scalar add %e
// CHECK:         ncnn.bias %g, %k

// -----

// A matrix of terms is not per channel.
func.func @matrix(%x: tensor<5x6xf32>) -> tensor<5x4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x6xf32>
  %k = ncnn.weight <"k"> : tensor<5x4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<5x6xf32>, tensor<4x6xf32> -> tensor<5x4xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  func.return %y : tensor<5x4xf32>
}
// CHECK-LABEL: @matrix
// CHECK:         ncnn.binaryop add %a, %k
