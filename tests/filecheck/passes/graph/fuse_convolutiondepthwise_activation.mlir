// RUN: ncnnc-opt %s -p fuse-convolutiondepthwise-activation --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-convolutiondepthwise-activation --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// All activations that a layer can carry, with weights of any origin.
func.func @kinds(%x: tensor<4x8x8xf32>, %w: tensor<4x1x3x3xf32>)
    -> (tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  %a0 = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y0 = ncnn.relu %a0 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %a1 = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y1 = ncnn.relu %a1 slope 0.25 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %a2 = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y2 = ncnn.clip %a2 min -1.0 max 6.0 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %a3 = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y3 = ncnn.sigmoid %a3 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %a4 = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y4 = ncnn.mish %a4 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %a5 = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y5 = ncnn.hardswish %a5 alpha 0.125 beta 0.25 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  func.return %y0, %y1, %y2, %y3, %y4, %y5
    : tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>
}
// CHECK-LABEL: @kinds
// CHECK-NEXT:    %y0 = ncnn.convolution_depthwise %x, %w group 4 activation relu :
// CHECK-NEXT:    %y1 = ncnn.convolution_depthwise %x, %w group 4 activation leaky_relu params [2.500000e-01] :
// CHECK-NEXT:    %y2 = ncnn.convolution_depthwise %x, %w group 4 activation clip params [-1.000000e+00, 6.000000e+00] :
// CHECK-NEXT:    %y3 = ncnn.convolution_depthwise %x, %w group 4 activation sigmoid :
// CHECK-NEXT:    %y4 = ncnn.convolution_depthwise %x, %w group 4 activation mish :
// CHECK-NEXT:    %y5 = ncnn.convolution_depthwise %x, %w group 4 activation hardswish params [1.250000e-01, 2.500000e-01] :
// CHECK-NEXT:    func.return
// REMARK-LABEL: @kinds
// REMARK:        // remark: fuse-convolutiondepthwise-activation: ConvolutionDepthWise, ReLU
// REMARK:        // remark: fuse-convolutiondepthwise-activation: ConvolutionDepthWise, HardSwish

// -----

// Before shapes are known; what else the grouped convolution says stays.
func.func @unknown_shape(%x: tensor<*xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<*xf32> {
  %a = ncnn.convolution_depthwise %x, %w group 4 {kept}
    : tensor<*xf32>, tensor<4x1x3x3xf32> -> tensor<*xf32> loc("a1"("m.param":3:0))
  %y = ncnn.relu %a : (tensor<*xf32>) -> tensor<*xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %y = ncnn.convolution_depthwise %x, %w group 4 activation relu {kept} : tensor<*xf32>, tensor<4x1x3x3xf32> -> tensor<*xf32>
// REMARK-LABEL: @unknown_shape
// REMARK:        m.param:3: remark: fuse-convolutiondepthwise-activation: a1, b1

// -----

// No layer carries a Swish.
func.func @swish(%x: tensor<4x8x8xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<4x6x6xf32> {
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.swish %a : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @swish
// CHECK:         ncnn.swish %a
// REMARK-LABEL: @swish
// REMARK-NOT:    // missed

// -----

// ConvolutionDepthWise1D: sequences are no different.
func.func @sequence(%x: tensor<4x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3xf32>
  %a = ncnn.convolution_depthwise1d %x, %w group 4
    : tensor<4x9xf32>, tensor<4x1x3xf32> -> tensor<4x7xf32>
  %y = ncnn.relu %a : (tensor<4x7xf32>) -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}
// CHECK-LABEL: @sequence
// CHECK:         %y = ncnn.convolution_depthwise1d %x, %{{.*}} group 4 activation relu
// REMARK-LABEL: @sequence
// REMARK:        // remark: fuse-convolutiondepthwise-activation: ConvolutionDepthWise1D, ReLU

// -----

// A second activation stays outside.
func.func @second(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4 activation sigmoid
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.relu %a : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @second
// CHECK:         ncnn.convolution_depthwise {{.*}} activation sigmoid
// CHECK-NEXT:    %y = ncnn.relu %a
// REMARK-LABEL: @second
// REMARK:        // missed: fuse-convolutiondepthwise-activation: ConvolutionDepthWise, ReLU: ConvolutionDepthWise has an activation

// -----

// The result of the grouped convolution is an output of the network, too.
func.func @user(%x: tensor<4x8x8xf32>) -> (tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.relu %a : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  func.return %a, %y : tensor<4x6x6xf32>, tensor<4x6x6xf32>
}
// CHECK-LABEL: @user
// CHECK:         ncnn.relu %a
// REMARK-LABEL: @user
// REMARK:        // missed: fuse-convolutiondepthwise-activation: ConvolutionDepthWise, ReLU: the result of ConvolutionDepthWise has other users

// -----

// A layer that emits int8 applies its activation before it quantizes; one that emits float32
// may take it in.
func.func @int8(%x: tensor<4x8x8xf32>) -> (tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4 int8_scale_term 102
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %b = ncnn.relu %a : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %c = ncnn.convolution_depthwise %x, %w group 4 int8_scale_term 2
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.relu %c : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  func.return %b, %y : tensor<4x6x6xf32>, tensor<4x6x6xf32>
}
// CHECK-LABEL: @int8
// CHECK:         ncnn.relu %a
// CHECK:         %y = ncnn.convolution_depthwise {{.*}} activation relu int8_scale_term 2
// REMARK-LABEL: @int8
// REMARK:        // missed: fuse-convolutiondepthwise-activation: ConvolutionDepthWise, ReLU: ConvolutionDepthWise emits int8

// -----

// Other layers have passes of their own.
func.func @others(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.relu %a : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.relu %a
// REMARK-LABEL: @others
// REMARK-NOT:    // missed
