// RUN: ncnnc-opt %s -p fuse-convolution-activation | filecheck %s
// RUN: verify-diagnostics %s -p fuse-convolution-activation

// All activations that a layer can carry, with weights of any origin.
func.func @kinds(%x: tensor<3x8x8xf32>, %w: tensor<4x3x3x3xf32>)
    -> (tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  // expected-remark @+1 {{fuse-convolution-activation: Convolution, ReLU}}
  %a0 = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y0 = ncnn.relu %a0 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %a1 = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y1 = ncnn.relu %a1 slope 0.25 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %a2 = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y2 = ncnn.clip %a2 min -1.0 max 6.0 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %a3 = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y3 = ncnn.sigmoid %a3 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %a4 = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y4 = ncnn.mish %a4 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  // expected-remark @+1 {{fuse-convolution-activation: Convolution, HardSwish}}
  %a5 = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y5 = ncnn.hardswish %a5 alpha 0.125 beta 0.25 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  func.return %y0, %y1, %y2, %y3, %y4, %y5
    : tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>
}
// CHECK-LABEL: @kinds
// CHECK-NEXT:    %y0 = ncnn.convolution %x, %w activation relu :
// CHECK-NEXT:    %y1 = ncnn.convolution %x, %w activation leaky_relu params [2.500000e-01] :
// CHECK-NEXT:    %y2 = ncnn.convolution %x, %w activation clip params [-1.000000e+00, 6.000000e+00] :
// CHECK-NEXT:    %y3 = ncnn.convolution %x, %w activation sigmoid :
// CHECK-NEXT:    %y4 = ncnn.convolution %x, %w activation mish :
// CHECK-NEXT:    %y5 = ncnn.convolution %x, %w activation hardswish params [1.250000e-01, 2.500000e-01] :
// CHECK-NEXT:    func.return

// Before shapes are known; what else the convolution says stays.
func.func @unknown_shape(%x: tensor<*xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<*xf32> {
  // expected-remark @+1 {{fuse-convolution-activation: a1, b1}}
  %a = ncnn.convolution %x, %w {kept}
    : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32> loc("a1"("m.param":3:0))
  %y = ncnn.relu %a : (tensor<*xf32>) -> tensor<*xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %y = ncnn.convolution %x, %w activation relu {kept} : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>

func.func @left_alone(%x: tensor<3x8x8xf32>, %w: tensor<4x3x3x3xf32>, %x1: tensor<4x8x8xf32>)
    -> (tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  // No layer carries a Swish.
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.swish %a : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  // A second activation stays outside.
  %w1 = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  // expected-remark @+1 {{missed: fuse-convolution-activation: Convolution, ReLU: Convolution has an activation}}
  %a3 = ncnn.convolution %x, %w1 activation sigmoid
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y3 = ncnn.relu %a3 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  // The result of the convolution is an output of the network, too.
  // expected-remark @+1 {{missed: fuse-convolution-activation: Convolution, ReLU: the result of Convolution has other users}}
  %a1 = ncnn.convolution %x, %w1 : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y1 = ncnn.relu %a1 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  // A convolution that has its algorithm.
  // expected-remark @+1 {{missed: fuse-convolution-activation: Convolution, ReLU: Convolution is scheduled already}}
  %a2 = ncnn.convolution %x, %w1 algorithm gemm
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y2 = ncnn.relu %a2 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  // Other layers have passes of their own.
  %w2 = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %a4 = ncnn.convolution_depthwise %x1, %w2 group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y4 = ncnn.relu %a4 : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  func.return %y, %y3, %a1, %y1, %y2, %y4 : tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>
}

// Convolution1D: sequences are no different.
func.func @sequence(%x: tensor<3x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3xf32>
  // expected-remark @+1 {{fuse-convolution-activation: Convolution1D, ReLU}}
  %a = ncnn.convolution1d %x, %w : tensor<3x9xf32>, tensor<4x3x3xf32> -> tensor<4x7xf32>
  %y = ncnn.relu %a : (tensor<4x7xf32>) -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}
// CHECK-LABEL: @sequence
// CHECK:         %y = ncnn.convolution1d %x, %{{.*}} activation relu

// A layer that emits int8 applies its activation before it quantizes; one that emits float32
// may take it in.
func.func @int8(%x: tensor<3x8x8xf32>) -> (tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  // expected-remark @+1 {{missed: fuse-convolution-activation: Convolution, ReLU: Convolution emits int8}}
  %a = ncnn.convolution %x, %w int8_scale_term 102
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %b = ncnn.relu %a : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %c = ncnn.convolution %x, %w int8_scale_term 2
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.relu %c : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  func.return %b, %y : tensor<4x6x6xf32>, tensor<4x6x6xf32>
}
// CHECK-LABEL: @int8
// CHECK:         ncnn.relu %a
// CHECK:         %y = ncnn.convolution {{.*}} activation relu int8_scale_term 2
