// RUN: ncnnc-opt %s -p fuse-convolutiondepthwise-batchnorm --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-convolutiondepthwise-batchnorm --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// The batchnorm normalises the bias, and scales the weights. What else the grouped convolution says stays.
func.func @fold(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<4xf32>
  %v = ncnn.weight <"v"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w bias %b : tensor<4xf32> group 4 {kept}
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32> loc("a1"("m.param":3:0))
  %y = ncnn.batchnorm %a, %s, %m, %v, %t eps 0.5
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @fold
// CHECK:         %[[ZERO:.*]] = ncnn.weight <"zeros"> dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.batchnorm %w, %s, %[[ZERO]], %v, %[[ZERO]] eps 5.000000e-01 : (tensor<4x1x3x3xf32>
// CHECK-NEXT:    %[[B:.*]] = ncnn.batchnorm %b, %s, %m, %v, %t eps 5.000000e-01 : (tensor<4xf32>
// CHECK-NEXT:    %y = ncnn.convolution_depthwise %x, %[[W]] bias %[[B]] : tensor<4xf32> group 4 {kept} :
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @fold
// REMARK:        m.param:3: remark: fuse-convolutiondepthwise-batchnorm: a1, b1

// -----

// Before shapes are known: the result has channels, whatever its height and width are. A layer
// without a bias gets one.
func.func @unknown_shape(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<*xf32>, tensor<4x1x3x3xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %[[ZEROS:.*]] = ncnn.weight <"w.bias"> dense<0.000000e+00>
// CHECK:         %[[B:.*]] = ncnn.batchnorm %[[ZEROS]], %k, %k, %k, %k
// CHECK-NEXT:    %y = ncnn.convolution_depthwise %x, %{{.*}} bias %[[B]] : tensor<4xf32> group 4 : tensor<*xf32>, tensor<4x1x3x3xf32> -> tensor<*xf32>
// REMARK-LABEL: @unknown_shape
// REMARK:        // remark: fuse-convolutiondepthwise-batchnorm: ConvolutionDepthWise, BatchNorm

// -----

// Another number of channels, which nothing has compared yet.
func.func @channels(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<3xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<*xf32>, tensor<4x1x3x3xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @channels
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @channels
// REMARK:        // missed: fuse-convolutiondepthwise-batchnorm: ConvolutionDepthWise, BatchNorm: BatchNorm is for 3 channels, ConvolutionDepthWise has 4

// -----

// Parameters that the network computes.
func.func @parameters(%x: tensor<4x8x8xf32>, %k: tensor<4xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @parameters
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @parameters
// REMARK:        // missed: fuse-convolutiondepthwise-batchnorm: ConvolutionDepthWise, BatchNorm: the network computes the parameters of BatchNorm

// -----

// ConvolutionDepthWise1D: sequences are no different.
func.func @sequence(%x: tensor<4x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise1d %x, %w group 4
    : tensor<4x9xf32>, tensor<4x1x3xf32> -> tensor<4x7xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x7xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}
// CHECK-LABEL: @sequence
// CHECK:         %y = ncnn.convolution_depthwise1d %x, %
// REMARK-LABEL: @sequence
// REMARK:        // remark: fuse-convolutiondepthwise-batchnorm: ConvolutionDepthWise1D, BatchNorm

// -----

// Of the weights of a 1-D layer only the first may count: they are by channel if all do.
func.func @spare_weights(%x: tensor<2x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x2x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise1d %x, %w group 2
    : tensor<2x9xf32>, tensor<4x2x3xf32> -> tensor<4x7xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x7xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}
// CHECK-LABEL: @spare_weights
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @spare_weights
// REMARK:        // missed: fuse-convolutiondepthwise-batchnorm: ConvolutionDepthWise1D, BatchNorm: which weights of ConvolutionDepthWise1D count is unknown, or not all do

// -----

// An activation between the two does not commute.
func.func @activation(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4 activation sigmoid
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @activation
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @activation
// REMARK:        // missed: fuse-convolutiondepthwise-batchnorm: ConvolutionDepthWise, BatchNorm: ConvolutionDepthWise has an activation

// -----

// The result of the grouped convolution is an output of the network, too.
func.func @user(%x: tensor<4x8x8xf32>) -> (tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %a, %y : tensor<4x6x6xf32>, tensor<4x6x6xf32>
}
// CHECK-LABEL: @user
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @user
// REMARK:        // missed: fuse-convolutiondepthwise-batchnorm: ConvolutionDepthWise, BatchNorm: the result of ConvolutionDepthWise has other users

// -----

// Weights that the network computes.
func.func @dynamic(%x: tensor<4x8x8xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<4x6x6xf32> {
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @dynamic
// REMARK:        // missed: fuse-convolutiondepthwise-batchnorm: ConvolutionDepthWise, BatchNorm: the network computes the weights of ConvolutionDepthWise

// -----

// Weights that int8 scales go with.
func.func @int8(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %i = ncnn.weight <"i"> : tensor<1xf32>
  %a = ncnn.convolution_depthwise %x, %w weight_scale %k : tensor<4xf32> input_scale %i : tensor<1xf32> group 4 int8_scale_term 2
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @int8
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @int8
// REMARK:        // missed: fuse-convolutiondepthwise-batchnorm: ConvolutionDepthWise, BatchNorm: ConvolutionDepthWise has int8 weights

// -----

// Other layers have passes of their own.
func.func @others(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @others
// REMARK-NOT:    // missed
