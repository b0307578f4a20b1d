// RUN: ncnnc-opt %s -p fuse-scale | filecheck %s
// RUN: verify-diagnostics %s -p fuse-scale

// Factors go into the weights, factors and terms into the bias.
func.func @scale(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-scale: conv1, scale1}}
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

// A Bias layer.
func.func @bias(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-scale: Deconvolution, Bias}}
  %a = ncnn.deconvolution %x, %w bias %b : tensor<4xf32>
    : tensor<*xf32>, tensor<4x3x2x2xf32> -> tensor<*xf32>
  %y = ncnn.bias %a, %k : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @bias
// CHECK:         %[[B:.*]] = ncnn.binaryop add %b, %k
// CHECK-NEXT:    %y = ncnn.deconvolution %x, %w bias %[[B]]
// CHECK-NEXT:    func.return %y

// On a vector or a matrix, a Bias layer adds its first term to all elements: folds if it is the only one.
func.func @uniform_bias(%x: tensor<12xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %l = ncnn.weight <"l"> : tensor<1xf32>
  // expected-remark @+1 {{missed: fuse-scale: InnerProduct, Bias: Bias adds its first term to all outputs of InnerProduct}}
  %a = ncnn.innerproduct %x, %w : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.bias %a, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.innerproduct %x, %w : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %z = ncnn.bias %b, %l : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return %y, %z : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @uniform_bias
// CHECK:         ncnn.bias %a, %k
// CHECK:         %z = ncnn.innerproduct %x, %w bias

func.func @left_alone(%x: tensor<*xf32>, %x1: tensor<4x6xf32>, %i: tensor<*xf32>, %x2: tensor<4xf32>, %p: tensor<4xf32>)
    -> (tensor<*xf32>, tensor<4x4xf32>, tensor<*xf32>, tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // A 1x1 convolution of unknown rank may make a vector.
  %w = ncnn.weight <"w"> : tensor<4x3x1x1xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-scale: Convolution, Bias: the shape of the result of Convolution is unknown}}
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x1x1xf32> -> tensor<*xf32>
  %y = ncnn.bias %a, %k : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  // Rows have their outputs along the other axis; other numbers of channels have not been compared yet.
  %w1 = ncnn.weight <"w"> : tensor<4x6xf32>
  %v = ncnn.weight <"v"> : tensor<4x3x3x3xf32>
  %l = ncnn.weight <"l"> : tensor<3xf32>
  // expected-remark @+1 {{missed: fuse-scale: InnerProduct, Scale: Scale scales rows, the channels of InnerProduct are columns}}
  %a1 = ncnn.innerproduct %x1, %w1 : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x4xf32>
  %y1 = ncnn.scale %a1, %k : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{missed: fuse-scale: Convolution, Scale: Scale is for 3 channels, Convolution has 4}}
  %b = ncnn.convolution %i, %v : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %z = ncnn.scale %b, %l : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
  // expected-remark @+1 {{missed: fuse-scale: Convolution, Bias: Bias is for 3 channels, Convolution has 4}}
  %c = ncnn.convolution %i, %v : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %u = ncnn.bias %c, %l : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
  // A scale from the network, one that is an output too, an activation between, another user, int8 weights.
  %w2 = ncnn.weight <"w"> : tensor<4x4xf32>
  %l1 = ncnn.weight <"l"> : tensor<1xf32>
  // expected-remark @+1 {{missed: fuse-scale: InnerProduct, Scale: the network computes the parameters of Scale}}
  %a2 = ncnn.innerproduct %x2, %w2 : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %b1 = ncnn.scale %a2, %p : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-scale: InnerProduct, Scale: the scale is an output of Scale}}
  %c1 = ncnn.innerproduct %b1, %w2 : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %d, %e = ncnn.scale %c1, %k : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // expected-remark @+1 {{missed: fuse-scale: InnerProduct, Bias: InnerProduct has an activation}}
  %f = ncnn.innerproduct %d, %w2 activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %g = ncnn.bias %f, %l1 : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-scale: InnerProduct, Scale: the result of InnerProduct has other users}}
  %h = ncnn.innerproduct %g, %w2 : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %i1 = ncnn.scale %h, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-scale: InnerProduct, Scale: InnerProduct has int8 weights}}
  %j = ncnn.innerproduct %i1, %w2 int8_scale_term 2 : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %y2 = ncnn.scale %j, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-scale: InnerProduct, Bias: the network computes the parameters of Bias}}
  %m = ncnn.innerproduct %y2, %w2 : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %z1 = ncnn.bias %m, %p : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y, %y1, %z, %u, %e, %h, %y2, %z1 : tensor<*xf32>, tensor<4x4xf32>, tensor<*xf32>, tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
