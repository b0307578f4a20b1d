// RUN: ncnnc-opt %s -p fuse-deconvolutiondepthwise-batchnorm --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-deconvolutiondepthwise-batchnorm --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// The batchnorm normalises the bias, and scales the weights. What else the grouped deconvolution says stays.
func.func @fold(%x: tensor<4x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<4xf32>
  %v = ncnn.weight <"v"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
  %a = ncnn.deconvolution_depthwise %x, %w bias %b : tensor<4xf32> group 4 stride [2, 2] {kept}
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x8x8xf32> loc("a1"("m.param":3:0))
  %y = ncnn.batchnorm %a, %s, %m, %v, %t eps 0.5
    : (tensor<4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8x8xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @fold
// CHECK:         %[[ZERO:.*]] = ncnn.weight <"zeros"> dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.batchnorm %w, %s, %[[ZERO]], %v, %[[ZERO]] eps 5.000000e-01 : (tensor<4x1x2x2xf32>
// CHECK-NEXT:    %[[B:.*]] = ncnn.batchnorm %b, %s, %m, %v, %t eps 5.000000e-01 : (tensor<4xf32>
// CHECK-NEXT:    %y = ncnn.deconvolution_depthwise %x, %[[W]] bias %[[B]] : tensor<4xf32> group 4 stride [2, 2] {kept} :
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @fold
// REMARK:        m.param:3: remark: fuse-deconvolutiondepthwise-batchnorm: a1, b1

// -----

// Before shapes are known: the result has channels, whatever its height and width are. A layer
// without a bias gets one.
func.func @unknown_shape(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution_depthwise %x, %w group 4 stride [2, 2]
    : tensor<*xf32>, tensor<4x1x2x2xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %[[ZEROS:.*]] = ncnn.weight <"w.bias"> dense<0.000000e+00>
// CHECK:         %[[B:.*]] = ncnn.batchnorm %[[ZEROS]], %k, %k, %k, %k
// CHECK-NEXT:    %y = ncnn.deconvolution_depthwise %x, %{{.*}} bias %[[B]] : tensor<4xf32> group 4 stride [2, 2] : tensor<*xf32>, tensor<4x1x2x2xf32> -> tensor<*xf32>
// REMARK-LABEL: @unknown_shape
// REMARK:        // remark: fuse-deconvolutiondepthwise-batchnorm: DeconvolutionDepthWise, BatchNorm

// -----

// Another number of channels, which nothing has compared yet.
func.func @channels(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<3xf32>
  %a = ncnn.deconvolution_depthwise %x, %w group 4 stride [2, 2]
    : tensor<*xf32>, tensor<4x1x2x2xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @channels
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @channels
// REMARK:        // missed: fuse-deconvolutiondepthwise-batchnorm: DeconvolutionDepthWise, BatchNorm: BatchNorm is for 3 channels, DeconvolutionDepthWise has 4

// -----

// Parameters that the network computes.
func.func @parameters(%x: tensor<4x4x4xf32>, %k: tensor<4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %a = ncnn.deconvolution_depthwise %x, %w group 4 stride [2, 2]
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @parameters
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @parameters
// REMARK:        // missed: fuse-deconvolutiondepthwise-batchnorm: DeconvolutionDepthWise, BatchNorm: the network computes the parameters of BatchNorm

// -----

// DeconvolutionDepthWise1D: sequences are no different.
func.func @sequence(%x: tensor<4x4xf32>) -> tensor<4x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution_depthwise1d %x, %w group 4 stride 2
    : tensor<4x4xf32>, tensor<4x1x2xf32> -> tensor<4x8xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  func.return %y : tensor<4x8xf32>
}
// CHECK-LABEL: @sequence
// CHECK:         %y = ncnn.deconvolution_depthwise1d %x, %
// REMARK-LABEL: @sequence
// REMARK:        // remark: fuse-deconvolutiondepthwise-batchnorm: DeconvolutionDepthWise1D, BatchNorm

// -----

// An activation between the two does not commute.
func.func @activation(%x: tensor<4x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution_depthwise %x, %w group 4 stride [2, 2] activation sigmoid
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @activation
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @activation
// REMARK:        // missed: fuse-deconvolutiondepthwise-batchnorm: DeconvolutionDepthWise, BatchNorm: DeconvolutionDepthWise has an activation

// -----

// The result of the grouped deconvolution is an output of the network, too.
func.func @user(%x: tensor<4x4x4xf32>) -> (tensor<4x8x8xf32>, tensor<4x8x8xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution_depthwise %x, %w group 4 stride [2, 2]
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  func.return %a, %y : tensor<4x8x8xf32>, tensor<4x8x8xf32>
}
// CHECK-LABEL: @user
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @user
// REMARK:        // missed: fuse-deconvolutiondepthwise-batchnorm: DeconvolutionDepthWise, BatchNorm: the result of DeconvolutionDepthWise has other users

// -----

// Weights that the network computes.
func.func @dynamic(%x: tensor<4x4x4xf32>, %w: tensor<4x1x2x2xf32>) -> tensor<4x8x8xf32> {
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution_depthwise %x, %w group 4 stride [2, 2]
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @dynamic
// REMARK:        // missed: fuse-deconvolutiondepthwise-batchnorm: DeconvolutionDepthWise, BatchNorm: the network computes the weights of DeconvolutionDepthWise

// -----

// Weights that came from an input have their outputs on the second axis.
func.func @transposed(%x: tensor<4x4x4xf32>) -> tensor<4x5x5xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution_depthwise %x, %w group 4 transposed_weight
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x5x5xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x5x5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x5x5xf32>
  func.return %y : tensor<4x5x5xf32>
}
// CHECK-LABEL: @transposed
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @transposed
// REMARK:        // missed: fuse-deconvolutiondepthwise-batchnorm: DeconvolutionDepthWise, BatchNorm: the weights of DeconvolutionDepthWise are transposed

// -----

// Other layers have passes of their own.
func.func @others(%x: tensor<3x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @others
// REMARK-NOT:    // missed
