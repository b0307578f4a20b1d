// RUN: ncnnc-opt %s -p fuse-convolutiondepthwise-mul --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-convolutiondepthwise-mul --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// A factor for each channel: a vector lies along the outermost axis. What else the grouped convolution says
// stays.
func.func @vector(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w bias %b : tensor<4xf32> group 4 {kept}
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32> loc("a1"("m.param":3:0))
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[W:.*]] = ncnn.binaryop mul %w, %k : (tensor<4x1x3x3xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop mul %b, %k : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution_depthwise %x, %[[W]] bias %[[B]] : tensor<4xf32> group 4 {kept} :
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @vector
// REMARK:        m.param:3: remark: fuse-convolutiondepthwise-mul: a1, b1

// -----

// Factors of shape c,1,1, as first operand, before shapes are known.
func.func @planes(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<*xf32>, tensor<4x1x3x3xf32> -> tensor<*xf32>
  %y = ncnn.binaryop mul %k, %a : (tensor<4x1x1xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @planes
// CHECK:         %[[K:.*]] = ncnn.flatten %k : tensor<4x1x1xf32> -> tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.binaryop mul %w, %[[K]] : (tensor<4x1x3x3xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution_depthwise %x, %[[W]] group 4 : tensor<*xf32>, tensor<4x1x3x3xf32> -> tensor<*xf32>
// REMARK-LABEL: @planes
// REMARK:        // remark: fuse-convolutiondepthwise-mul: ConvolutionDepthWise, BinaryOp

// -----

// A vector as long as the rows goes along them.
func.func @width(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<6xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<6xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @width
// CHECK:         ncnn.binaryop mul %a, %k
// REMARK-LABEL: @width
// REMARK:        // missed: fuse-convolutiondepthwise-mul: ConvolutionDepthWise, BinaryOp: a constant of shape 6 is not one for each channel of ConvolutionDepthWise

// -----

// No constant: nothing to fold, and nothing to say.
func.func @input(%x: tensor<4x8x8xf32>, %k: tensor<4xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @input
// CHECK:         ncnn.binaryop mul %a, %k
// REMARK-LABEL: @input
// REMARK-NOT:    // missed

// -----

// Another operator.
func.func @operator(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop div %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @operator
// CHECK:         ncnn.binaryop div %a, %k
// REMARK-LABEL: @operator
// REMARK-NOT:    // missed

// -----

// ConvolutionDepthWise1D: sequences are no different.
func.func @sequence(%x: tensor<4x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise1d %x, %w group 4
    : tensor<4x9xf32>, tensor<4x1x3xf32> -> tensor<4x7xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x7xf32>, tensor<4xf32>) -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}
// CHECK-LABEL: @sequence
// CHECK:         %y = ncnn.convolution_depthwise1d %x, %
// REMARK-LABEL: @sequence
// REMARK:        // remark: fuse-convolutiondepthwise-mul: ConvolutionDepthWise1D, BinaryOp

// -----

// Of the weights of a 1-D layer only the first may count: they are by channel if all do.
func.func @spare_weights(%x: tensor<2x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x2x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise1d %x, %w group 2
    : tensor<2x9xf32>, tensor<4x2x3xf32> -> tensor<4x7xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x7xf32>, tensor<4xf32>) -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}
// CHECK-LABEL: @spare_weights
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @spare_weights
// REMARK:        // missed: fuse-convolutiondepthwise-mul: ConvolutionDepthWise1D, BinaryOp: which weights of ConvolutionDepthWise1D count is unknown, or not all do

// -----

// An activation between the two does not commute.
func.func @activation(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4 activation sigmoid
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @activation
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @activation
// REMARK:        // missed: fuse-convolutiondepthwise-mul: ConvolutionDepthWise, BinaryOp: ConvolutionDepthWise has an activation

// -----

// The result of the grouped convolution is an output of the network, too.
func.func @user(%x: tensor<4x8x8xf32>) -> (tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %a, %y : tensor<4x6x6xf32>, tensor<4x6x6xf32>
}
// CHECK-LABEL: @user
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @user
// REMARK:        // missed: fuse-convolutiondepthwise-mul: ConvolutionDepthWise, BinaryOp: the result of ConvolutionDepthWise has other users

// -----

// Weights that the network computes.
func.func @dynamic(%x: tensor<4x8x8xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<4x6x6xf32> {
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @dynamic
// REMARK:        // missed: fuse-convolutiondepthwise-mul: ConvolutionDepthWise, BinaryOp: the network computes the weights of ConvolutionDepthWise

// -----

// Weights that int8 scales go with.
func.func @int8(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %i = ncnn.weight <"i"> : tensor<1xf32>
  %a = ncnn.convolution_depthwise %x, %w weight_scale %k : tensor<4xf32> input_scale %i : tensor<1xf32> group 4 int8_scale_term 2
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @int8
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @int8
// REMARK:        // missed: fuse-convolutiondepthwise-mul: ConvolutionDepthWise, BinaryOp: ConvolutionDepthWise has int8 weights

// -----

// Other layers have passes of their own.
func.func @others(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @others
// REMARK-NOT:    // missed
