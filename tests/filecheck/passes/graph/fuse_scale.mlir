// RUN: ncnnc-opt %s -p fuse-scale --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-scale --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// Factors go into the weights, factors and terms into the bias.
func.func @scale(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w bias %b : tensor<4xf32> {kept}
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32> loc("conv1"("m.param":3:0))
  %y = ncnn.scale %a, %s bias %t
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32> loc("scale1"("m.param":4:0))
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @scale
// CHECK:         %[[B:.*]] = ncnn.scale %b, %s bias %t : (tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.scale %w, %s : (tensor<4x3x3x3xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[W]] bias %[[B]] : tensor<4xf32> {kept} :
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @scale
// REMARK:        // m.param:3: remark: fuse-scale: conv1, scale1

// -----

// Before shapes are known; the bias becomes that of a layer without one, a second Scale applies to it.
func.func @unknown_shape(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x1x1xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x1x1xf32> -> tensor<*xf32>
  %b = ncnn.scale %a, %s bias %t : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  %y = ncnn.scale %b, %s : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %[[W:.*]] = ncnn.scale %w, %s : (tensor<4x3x1x1xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[T:.*]] = ncnn.scale %t, %s : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[V:.*]] = ncnn.scale %[[W]], %s
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[V]] bias %[[T]]
// CHECK-NEXT:    func.return %y

// -----

// A Bias layer.
func.func @bias(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution %x, %w bias %b : tensor<4xf32>
    : tensor<*xf32>, tensor<4x3x2x2xf32> -> tensor<*xf32>
  %y = ncnn.bias %a, %k : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @bias
// CHECK:         %[[B:.*]] = ncnn.binaryop add %b, %k
// CHECK-NEXT:    %y = ncnn.deconvolution %x, %w bias %[[B]]
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @bias
// REMARK:        // remark: fuse-scale: Deconvolution, Bias

// -----

// On a vector or a matrix, a Bias layer adds its first term to all elements: folds if it is the only one.
func.func @uniform_bias(%x: tensor<12xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %l = ncnn.weight <"l"> : tensor<1xf32>
  %a = ncnn.innerproduct %x, %w : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.bias %a, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.innerproduct %x, %w : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %z = ncnn.bias %b, %l : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return %y, %z : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @uniform_bias
// CHECK:         ncnn.bias %a, %k
// CHECK:         %z = ncnn.innerproduct %x, %w bias
// REMARK-LABEL: @uniform_bias
// REMARK:        // missed: fuse-scale: InnerProduct, Bias: Bias adds its first term to all outputs of InnerProduct

// -----

// A 1x1 convolution of unknown rank may make a vector.
func.func @vector_or_image(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x1x1xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x1x1xf32> -> tensor<*xf32>
  %y = ncnn.bias %a, %k : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @vector_or_image
// CHECK:         ncnn.bias %a, %k
// REMARK-LABEL: @vector_or_image
// REMARK:        // missed: fuse-scale: Convolution, Bias: the shape of the result of Convolution is unknown

// -----

// Rows have their outputs along the other axis; other numbers of channels have not been compared yet.
func.func @axes(%x: tensor<4x6xf32>, %i: tensor<*xf32>) -> (tensor<4x4xf32>, tensor<*xf32>, tensor<*xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x6xf32>
  %v = ncnn.weight <"v"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %l = ncnn.weight <"l"> : tensor<3xf32>
  %a = ncnn.innerproduct %x, %w : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x4xf32>
  %y = ncnn.scale %a, %k : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  %b = ncnn.convolution %i, %v : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %z = ncnn.scale %b, %l : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
  %c = ncnn.convolution %i, %v : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %u = ncnn.bias %c, %l : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return %y, %z, %u : tensor<4x4xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @axes
// CHECK:         ncnn.scale %a, %k
// CHECK:         ncnn.scale %b, %l
// CHECK:         ncnn.bias %c, %l
// REMARK-LABEL: @axes
// REMARK:        // missed: fuse-scale: InnerProduct, Scale: Scale scales rows, the channels of InnerProduct are columns
// REMARK:        // missed: fuse-scale: Convolution, Scale: Scale is for 3 channels, Convolution has 4
// REMARK:        // missed: fuse-scale: Convolution, Bias: Bias is for 3 channels, Convolution has 4

// -----

// A scale from the network, one that is an output too, an activation between, another user, int8 weights.
func.func @guards(%x: tensor<4xf32>, %p: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %l = ncnn.weight <"l"> : tensor<1xf32>
  %a = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %b = ncnn.scale %a, %p : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.innerproduct %b, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %d, %e = ncnn.scale %c, %k : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %f = ncnn.innerproduct %d, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %g = ncnn.bias %f, %l : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %h = ncnn.innerproduct %g, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %i = ncnn.scale %h, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %j = ncnn.innerproduct %i, %w int8_scale_term 2 : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %y = ncnn.scale %j, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %m = ncnn.innerproduct %y, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %z = ncnn.bias %m, %p : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %e, %h, %y, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @guards
// CHECK:         ncnn.scale %a, %p
// CHECK:         ncnn.scale %c, %k
// CHECK:         ncnn.bias %f, %l
// CHECK:         ncnn.scale %h, %k
// CHECK:         ncnn.scale %j, %k
// CHECK:         ncnn.bias %m, %p
// REMARK-LABEL: @guards
// REMARK:        // missed: fuse-scale: InnerProduct, Scale: the network computes the parameters of Scale
// REMARK:        // missed: fuse-scale: InnerProduct, Scale: the scale is an output of Scale
// REMARK:        // missed: fuse-scale: InnerProduct, Bias: InnerProduct has an activation
// REMARK:        // missed: fuse-scale: InnerProduct, Scale: the result of InnerProduct has other users
// REMARK:        // missed: fuse-scale: InnerProduct, Scale: InnerProduct has int8 weights
// REMARK:        // missed: fuse-scale: InnerProduct, Bias: the network computes the parameters of Bias
