// RUN: ncnnc-opt %s -p fuse-activation --split-input-file | filecheck %s

// All activations that a layer can carry.
func.func @kinds(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %b = ncnn.relu %a : (tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.innerproduct %b, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %d = ncnn.relu %c slope 0.25 : (tensor<4xf32>) -> tensor<4xf32>
  %e = ncnn.innerproduct %d, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %f = ncnn.clip %e min -1.0 max 6.0 : (tensor<4xf32>) -> tensor<4xf32>
  %g = ncnn.innerproduct %f, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %h = ncnn.sigmoid %g : (tensor<4xf32>) -> tensor<4xf32>
  %i = ncnn.innerproduct %h, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %j = ncnn.mish %i : (tensor<4xf32>) -> tensor<4xf32>
  %k = ncnn.innerproduct %j, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %l = ncnn.hardswish %k alpha 0.125 beta 0.25 : (tensor<4xf32>) -> tensor<4xf32>
  func.return %l : tensor<4xf32>
}
// CHECK-LABEL: @kinds
// CHECK:         %b = ncnn.innerproduct %x, %w activation relu :
// CHECK-NEXT:    %d = ncnn.innerproduct %b, %w activation leaky_relu params [2.500000e-01] :
// CHECK-NEXT:    %f = ncnn.innerproduct %d, %w activation clip params [-1.000000e+00, 6.000000e+00] :
// CHECK-NEXT:    %h = ncnn.innerproduct %f, %w activation sigmoid :
// CHECK-NEXT:    %j = ncnn.innerproduct %h, %w activation mish :
// CHECK-NEXT:    %l = ncnn.innerproduct %j, %w activation hardswish params [1.250000e-01, 2.500000e-01] :
// CHECK-NEXT:    func.return %l

// -----

// All layers that can carry one, with weights of any origin, and before shapes are known.
func.func @layers(%x: tensor<4x5x5xf32>, %w: tensor<4x4x2x2xf32>, %g: tensor<4x1x2x2xf32>)
    -> tensor<*xf32> {
  %a = ncnn.convolution %x, %w : tensor<4x5x5xf32>, tensor<4x4x2x2xf32> -> tensor<*xf32>
  %b = ncnn.relu %a : (tensor<*xf32>) -> tensor<*xf32>
  %c = ncnn.convolution_depthwise %b, %g group 4
    : tensor<*xf32>, tensor<4x1x2x2xf32> -> tensor<*xf32>
  %d = ncnn.relu %c : (tensor<*xf32>) -> tensor<*xf32>
  %e = ncnn.deconvolution %d, %w : tensor<*xf32>, tensor<4x4x2x2xf32> -> tensor<*xf32>
  %f = ncnn.relu %e : (tensor<*xf32>) -> tensor<*xf32>
  %h = ncnn.deconvolution_depthwise %f, %g group 4
    : tensor<*xf32>, tensor<4x1x2x2xf32> -> tensor<*xf32>
  %i = ncnn.mish %h : (tensor<*xf32>) -> tensor<*xf32>
  func.return %i : tensor<*xf32>
}
// CHECK-LABEL: @layers
// CHECK-NEXT:    %b = ncnn.convolution %x, %w activation relu
// CHECK-NEXT:    %d = ncnn.convolution_depthwise %b, %g group 4 activation relu
// CHECK-NEXT:    %f = ncnn.deconvolution %d, %w activation relu
// CHECK-NEXT:    %i = ncnn.deconvolution_depthwise %f, %g group 4 activation mish

// -----

// A second activation stays outside.
func.func @second(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %b = ncnn.relu %a : (tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.sigmoid %b : (tensor<4xf32>) -> tensor<4xf32>
  func.return %c : tensor<4xf32>
}
// CHECK-LABEL: @second
// CHECK:         %b = ncnn.innerproduct %x, %w activation relu
// CHECK-NEXT:    ncnn.sigmoid %b

// -----

// The layer's result is an output of the network.
func.func @reader(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %b = ncnn.relu %a : (tensor<4xf32>) -> tensor<4xf32>
  func.return %a, %b : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @reader
// CHECK:         ncnn.relu %a

// -----

// No layer carries a Swish, and no pooling a ReLU.
func.func @others(%x: tensor<4x2x2xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %a = ncnn.pooling max %x global : tensor<4x2x2xf32> -> tensor<4xf32>
  %b = ncnn.relu %a : (tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.innerproduct %b, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %d = ncnn.swish %c : (tensor<4xf32>) -> tensor<4xf32>
  func.return %d : tensor<4xf32>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.relu %a
// CHECK:         ncnn.swish %c

// -----

// A layer that emits int8 applies its activation before it quantises; one that emits float32 may fuse.
func.func @int8(%x: tensor<4x5x5xf32>, %s: tensor<1xf32>) -> (tensor<4x5x5xf32>, tensor<4x5x5xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x4x1x1xf32>
  %v = ncnn.weight <"v"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w weight_scale %v : tensor<4xf32> input_scale %s : tensor<1xf32> output_scale %s : tensor<1xf32> int8_scale_term 102
    : tensor<4x5x5xf32>, tensor<4x4x1x1xf32> -> tensor<4x5x5xf32>
  %b = ncnn.relu %a : (tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
  %c = ncnn.convolution %x, %w weight_scale %v : tensor<4xf32> input_scale %s : tensor<1xf32> int8_scale_term 2
    : tensor<4x5x5xf32>, tensor<4x4x1x1xf32> -> tensor<4x5x5xf32>
  %d = ncnn.relu %c : (tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
  func.return %b, %d : tensor<4x5x5xf32>, tensor<4x5x5xf32>
}
// CHECK-LABEL: @int8
// CHECK:         ncnn.relu %a
// CHECK:         %d = ncnn.convolution %x, %w {{.*}} activation relu int8_scale_term 2
