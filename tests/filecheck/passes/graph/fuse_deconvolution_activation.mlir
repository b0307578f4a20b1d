// RUN: ncnnc-opt %s -p fuse-deconvolution-activation --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-deconvolution-activation --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// All activations that a layer can carry, with weights of any origin.
func.func @kinds(%x: tensor<3x4x4xf32>, %w: tensor<4x3x2x2xf32>)
    -> (tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>) {
  %a0 = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y0 = ncnn.relu %a0 : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %a1 = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y1 = ncnn.relu %a1 slope 0.25 : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %a2 = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y2 = ncnn.clip %a2 min -1.0 max 6.0 : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %a3 = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y3 = ncnn.sigmoid %a3 : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %a4 = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y4 = ncnn.mish %a4 : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %a5 = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y5 = ncnn.hardswish %a5 alpha 0.125 beta 0.25 : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  func.return %y0, %y1, %y2, %y3, %y4, %y5
    : tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>
}
// CHECK-LABEL: @kinds
// CHECK-NEXT:    %y0 = ncnn.deconvolution %x, %w stride [2, 2] activation relu :
// CHECK-NEXT:    %y1 = ncnn.deconvolution %x, %w stride [2, 2] activation leaky_relu params [2.500000e-01] :
// CHECK-NEXT:    %y2 = ncnn.deconvolution %x, %w stride [2, 2] activation clip params [-1.000000e+00, 6.000000e+00] :
// CHECK-NEXT:    %y3 = ncnn.deconvolution %x, %w stride [2, 2] activation sigmoid :
// CHECK-NEXT:    %y4 = ncnn.deconvolution %x, %w stride [2, 2] activation mish :
// CHECK-NEXT:    %y5 = ncnn.deconvolution %x, %w stride [2, 2] activation hardswish params [1.250000e-01, 2.500000e-01] :
// CHECK-NEXT:    func.return
// REMARK-LABEL: @kinds
// REMARK:        // remark: fuse-deconvolution-activation: Deconvolution, ReLU
// REMARK:        // remark: fuse-deconvolution-activation: Deconvolution, HardSwish

// -----

// Before shapes are known; what else the deconvolution says stays.
func.func @unknown_shape(%x: tensor<*xf32>, %w: tensor<4x3x2x2xf32>) -> tensor<*xf32> {
  %a = ncnn.deconvolution %x, %w stride [2, 2] {kept}
    : tensor<*xf32>, tensor<4x3x2x2xf32> -> tensor<*xf32> loc("a1"("m.param":3:0))
  %y = ncnn.relu %a : (tensor<*xf32>) -> tensor<*xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %y = ncnn.deconvolution %x, %w stride [2, 2] activation relu {kept} : tensor<*xf32>, tensor<4x3x2x2xf32> -> tensor<*xf32>
// REMARK-LABEL: @unknown_shape
// REMARK:        m.param:3: remark: fuse-deconvolution-activation: a1, b1

// -----

// No layer carries a Swish.
func.func @swish(%x: tensor<3x4x4xf32>, %w: tensor<4x3x2x2xf32>) -> tensor<4x8x8xf32> {
  %a = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.swish %a : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @swish
// CHECK:         ncnn.swish %a
// REMARK-LABEL: @swish
// REMARK-NOT:    // missed

// -----

// Deconvolution1D: sequences are no different.
func.func @sequence(%x: tensor<3x4xf32>) -> tensor<4x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2xf32>
  %a = ncnn.deconvolution1d %x, %w stride 2 : tensor<3x4xf32>, tensor<4x3x2xf32> -> tensor<4x8xf32>
  %y = ncnn.relu %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return %y : tensor<4x8xf32>
}
// CHECK-LABEL: @sequence
// CHECK:         %y = ncnn.deconvolution1d %x, %{{.*}} stride 2 activation relu
// REMARK-LABEL: @sequence
// REMARK:        // remark: fuse-deconvolution-activation: Deconvolution1D, ReLU

// -----

// A second activation stays outside.
func.func @second(%x: tensor<3x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2] activation sigmoid
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.relu %a : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @second
// CHECK:         ncnn.deconvolution {{.*}} activation sigmoid
// CHECK-NEXT:    %y = ncnn.relu %a
// REMARK-LABEL: @second
// REMARK:        // missed: fuse-deconvolution-activation: Deconvolution, ReLU: Deconvolution has an activation

// -----

// The result of the deconvolution is an output of the network, too.
func.func @user(%x: tensor<3x4x4xf32>) -> (tensor<4x8x8xf32>, tensor<4x8x8xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.relu %a : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  func.return %a, %y : tensor<4x8x8xf32>, tensor<4x8x8xf32>
}
// CHECK-LABEL: @user
// CHECK:         ncnn.relu %a
// REMARK-LABEL: @user
// REMARK:        // missed: fuse-deconvolution-activation: Deconvolution, ReLU: the result of Deconvolution has other users

// -----

// Other layers have passes of their own.
func.func @others(%x: tensor<4x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %a = ncnn.deconvolution_depthwise %x, %w group 4 stride [2, 2]
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.relu %a : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.relu %a
// REMARK-LABEL: @others
// REMARK-NOT:    // missed
