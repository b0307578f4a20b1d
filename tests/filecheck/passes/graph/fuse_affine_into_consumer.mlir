// RUN: ncnnc-opt %s -p fuse-affine-into-consumer | filecheck %s
// RUN: verify-diagnostics %s -p fuse-affine-into-consumer

// By input channel; the bias gets what the shift adds.
func.func @scale(%x: tensor<2x8x8xf32>) -> tensor<3x6x6xf32> {
  %s = ncnn.weight <"s"> dense<[2.0, 3.0]> : tensor<2xf32>
  %t = ncnn.weight <"t"> dense<[1.0, 0.5]> : tensor<2xf32>
  %w = ncnn.weight <"w"> : tensor<3x2x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<3xf32>
  // expected-remark @+1 {{fuse-affine-into-consumer: Scale, Convolution}}
  %a = ncnn.scale %x, %s bias %t
    : (tensor<2x8x8xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x8x8xf32>
  %y = ncnn.convolution %a, %w bias %b : tensor<3xf32>
    : tensor<2x8x8xf32>, tensor<3x2x3x3xf32> -> tensor<3x6x6xf32>
  func.return %y : tensor<3x6x6xf32>
}
// CHECK-LABEL: @scale
// CHECK:         %[[S:.*]] = ncnn.weight <"w.factors"> dense<{{\[\[\[\[}}2.000000e+00]], {{\[\[}}3.000000e+00
// CHECK-NEXT:    %[[W:.*]] = ncnn.binaryop mul %w, %[[S]]
// CHECK-NEXT:    %[[T:.*]] = ncnn.weight <"w.factors"> dense<{{\[\[\[\[}}1.000000e+00]], {{\[\[}}5.000000e-01
// CHECK-NEXT:    %[[P:.*]] = ncnn.binaryop mul %w, %[[T]]
// CHECK-NEXT:    %[[R:.*]] = ncnn.reduction sum %[[P]] axes [1, 2, 3]
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop add %b, %[[R]]
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[W]] bias %[[B]]

// A chain of scalars, in front of padding: 0 is what 0.25 becomes.
func.func @padded(%x: tensor<2x8x8xf32>) -> tensor<3x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<3x2x3x3xf32>
  %a = ncnn.binaryop_scalar mul %x, 4.0 : (tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %b = ncnn.binaryop_scalar rsub %a, 1.0 : (tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %y = ncnn.convolution %b, %w pad [1, 1, 1, 1]
    : tensor<2x8x8xf32>, tensor<3x2x3x3xf32> -> tensor<3x8x8xf32>
  func.return %y : tensor<3x8x8xf32>
}
// CHECK-LABEL: @padded
// CHECK:         ncnn.binaryop_scalar mul %w, -1.000000e+00
// CHECK-NEXT:    ncnn.reduction sum %w axes [1, 2, 3] :
// CHECK-NEXT:    ncnn.binaryop_scalar mul %{{.*}}, 4.000000e+00
// CHECK-NEXT:    %y = ncnn.convolution %x, {{.*}} pad [1, 1, 1, 1] pad_value 2.500000e-01

func.func @left_alone(%x: tensor<2x8x8xf32>, %x1: tensor<2x2x2xf32>, %x2: tensor<2x4xf32>, %x3: tensor<2x1x1xf32>, %v1: tensor<2x2x1x1xf32>)
    -> (tensor<3x8x8xf32>, tensor<2x2x2xf32>, tensor<3x2x2xf32>, tensor<2x3xf32>, tensor<2x1x1xf32>) {
  // Terms by channel need a pad value by channel.
  %t = ncnn.weight <"t"> dense<[1.0, 0.5]> : tensor<2xf32>
  %w = ncnn.weight <"w"> : tensor<3x2x3x3xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-consumer: Bias, Convolution: Convolution pads with what no one value becomes}}
  %a = ncnn.bias %x, %t : (tensor<2x8x8xf32>, tensor<2xf32>) -> tensor<2x8x8xf32>
  %y = ncnn.convolution %a, %w pad [1, 1, 1, 1]
    : tensor<2x8x8xf32>, tensor<3x2x3x3xf32> -> tensor<3x8x8xf32>
  // Somebody else reads it.
  %w1 = ncnn.weight <"w"> : tensor<3x2x1x1xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-consumer: BinaryOp, Convolution: BinaryOp has other users}}
  %a1 = ncnn.binaryop_scalar mul %x1, 2.0 : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %z = ncnn.convolution %a1, %w1 : tensor<2x2x2xf32>, tensor<3x2x1x1xf32> -> tensor<3x2x2xf32>
  // Rows, of which an inner product multiplies each.
  %s = ncnn.weight <"s"> dense<[2.0, 3.0]> : tensor<2xf32>
  %v = ncnn.weight <"v"> : tensor<3x4xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-consumer: Scale, InnerProduct: the constants are for rows, InnerProduct multiplies columns}}
  %a2 = ncnn.scale %x2, %s : (tensor<2x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  %y1 = ncnn.innerproduct %a2, %v : tensor<2x4xf32>, tensor<3x4xf32> -> tensor<2x3xf32>
  // Int8 weights, weights that are computed, constants that are.
  %w2 = ncnn.weight <"w"> : tensor<2x2x1x1xi8>
  %s1 = ncnn.weight <"s"> : tensor<2xf32>
  %i = ncnn.weight <"i"> : tensor<1xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-consumer: BinaryOp, Convolution: Convolution has int8 weights}}
  %a3 = ncnn.binaryop_scalar mul %x3, 2.0 : (tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
  %b = ncnn.convolution %a3, %w2 weight_scale %s1 : tensor<2xf32> input_scale %i : tensor<1xf32>
    int8_scale_term 2 : tensor<2x1x1xf32>, tensor<2x2x1x1xi8> -> tensor<2x1x1xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-consumer: BinaryOp, Convolution: the network computes the weights of Convolution}}
  %c = ncnn.binaryop_scalar mul %b, 2.0 : (tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
  %d = ncnn.convolution %c, %v1 : tensor<2x1x1xf32>, tensor<2x2x1x1xf32> -> tensor<2x1x1xf32>
  func.return %y, %a1, %z, %y1, %d : tensor<3x8x8xf32>, tensor<2x2x2xf32>, tensor<3x2x2xf32>, tensor<2x3xf32>, tensor<2x1x1xf32>
}

// Factors alone leave padding of zeros as it is.
func.func @depthwise(%x: tensor<2x8x8xf32>) -> tensor<2x8x8xf32> {
  %k = ncnn.weight <"k"> dense<[[[2.0]], [[3.0]]]> : tensor<2x1x1xf32>
  %w = ncnn.weight <"w"> : tensor<2x1x3x3xf32>
  %a = ncnn.binaryop mul %k, %x : (tensor<2x1x1xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %y = ncnn.convolution_depthwise %a, %w group 2 pad [1, 1, 1, 1]
    : tensor<2x8x8xf32>, tensor<2x1x3x3xf32> -> tensor<2x8x8xf32>
  func.return %y : tensor<2x8x8xf32>
}
// CHECK-LABEL: @depthwise
// CHECK:         %[[K:.*]] = ncnn.weight <"w.factors"> {{.*}} : tensor<2x1x1x1xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.binaryop mul %w, %[[K]]
// CHECK-NEXT:    %y = ncnn.convolution_depthwise %x, %[[W]] group 2 pad [1, 1, 1, 1] :

// An inner product reads four cells of each channel. It is one of two users; both fold.
func.func @users(%x: tensor<2x2x2xf32>) -> (tensor<3xf32>, tensor<3x2x2xf32>) {
  %s = ncnn.weight <"s"> dense<[2.0, 3.0]> : tensor<2xf32>
  %v = ncnn.weight <"v"> : tensor<3x8xf32>
  %w = ncnn.weight <"w"> : tensor<3x2x1x1xf32>
  // expected-remark @+1 {{fuse-affine-into-consumer: Scale, InnerProduct, Convolution}}
  %a = ncnn.scale %x, %s : (tensor<2x2x2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
  %y = ncnn.innerproduct %a, %v : tensor<2x2x2xf32>, tensor<3x8xf32> -> tensor<3xf32>
  %z = ncnn.convolution %a, %w : tensor<2x2x2xf32>, tensor<3x2x1x1xf32> -> tensor<3x2x2xf32>
  func.return %y, %z : tensor<3xf32>, tensor<3x2x2xf32>
}
// CHECK-LABEL: @users
// CHECK:         ncnn.weight <"v.factors"> {{.*}} : tensor<1x8xf32>
// CHECK:         %y = ncnn.innerproduct %x,
// CHECK:         %z = ncnn.convolution %x,

// Not all outputs of a deconvolution see all taps: a factor folds, a term does not.
func.func @deconvolution(%x: tensor<2x4x4xf32>) -> tensor<3x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<3x2x2x2xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-consumer: BinaryOp, Deconvolution: not all outputs of Deconvolution sum the same weights}}
  %a = ncnn.binaryop_scalar add %x, 2.0 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %b = ncnn.binaryop_scalar div %a, 4.0 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %y = ncnn.deconvolution %b, %w stride [2, 2]
    : tensor<2x4x4xf32>, tensor<3x2x2x2xf32> -> tensor<3x8x8xf32>
  func.return %y : tensor<3x8x8xf32>
}
// CHECK-LABEL: @deconvolution
// CHECK:         %a = ncnn.binaryop_scalar add %x
// CHECK-NEXT:    ncnn.binaryop_scalar mul %w, 2.500000e-01
// CHECK-NEXT:    %y = ncnn.deconvolution %a

// Without shapes: a convolution has its channels first, an inner product may have rows.
func.func @unknown(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %s = ncnn.weight <"s"> dense<[2.0, 3.0]> : tensor<2xf32>
  %w = ncnn.weight <"w"> : tensor<3x2x3x3xf32>
  %v = ncnn.weight <"v"> : tensor<3x8xf32>
  %a = ncnn.scale %x, %s : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  %y = ncnn.convolution %a, %w pad [-233, -233, -233, -233]
    : tensor<*xf32>, tensor<3x2x3x3xf32> -> tensor<*xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-consumer: Scale, InnerProduct: the shape of the input of InnerProduct is unknown}}
  %b = ncnn.scale %x, %s : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  %z = ncnn.innerproduct %b, %v : tensor<*xf32>, tensor<3x8xf32> -> tensor<*xf32>
  func.return %y, %z : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         %y = ncnn.convolution %x
// CHECK:         %b = ncnn.scale

// A scale of all that is sampled is one of the weights; where nothing is sampled no shift is missing.
func.func @deformable(%x: tensor<3x4x4xf32>, %o: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<2x3x1x1xf32>
  %a = ncnn.binaryop_scalar mul %x, 4.0 : (tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  %y = ncnn.deformable_conv2d %a, %w at %o : tensor<2x4x4xf32> : tensor<3x4x4xf32>, tensor<2x3x1x1xf32> -> tensor<2x4x4xf32>
  // expected-remark @+1 {{missed: fuse-affine-into-consumer: BinaryOp, DeformableConv2D: DeformableConv2D samples zeros outside, which have no shift}}
  %b = ncnn.binaryop_scalar add %x, 2.0 : (tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  %z = ncnn.deformable_conv2d %b, %w at %o : tensor<2x4x4xf32> : tensor<3x4x4xf32>, tensor<2x3x1x1xf32> -> tensor<2x4x4xf32>
  func.return %y, %z : tensor<2x4x4xf32>, tensor<2x4x4xf32>
}
// CHECK-LABEL: @deformable
// CHECK:         [[W:%.*]] = ncnn.binaryop_scalar mul %w, 4.0
// CHECK-NEXT:    %y = ncnn.deformable_conv2d %x, [[W]] at %o
// CHECK-NEXT:    [[B:%.*]] = ncnn.binaryop_scalar add %x
// CHECK-NEXT:    %z = ncnn.deformable_conv2d [[B]], %w at %o
