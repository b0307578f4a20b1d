// RUN: ncnnc-opt %s -p fuse-deconvolution-add --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-deconvolution-add --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// A term for each channel is added to the bias. What else the deconvolution says stays.
func.func @vector(%x: tensor<3x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution %x, %w bias %b : tensor<4xf32> stride [2, 2] {kept}
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32> loc("a1"("m.param":3:0))
  %y = ncnn.binaryop add %a, %k : (tensor<4x8x8xf32>, tensor<4xf32>) -> tensor<4x8x8xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[B:.*]] = ncnn.binaryop add %b, %k : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.deconvolution %x, %w bias %[[B]] : tensor<4xf32> stride [2, 2] {kept} :
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @vector
// REMARK:        m.param:3: remark: fuse-deconvolution-add: a1, b1

// -----

// Terms of shape c,1,1, as first operand, before shapes are known. A layer without a bias gets
// one.
func.func @planes(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2] : tensor<*xf32>, tensor<4x3x2x2xf32> -> tensor<*xf32>
  %y = ncnn.binaryop add %k, %a : (tensor<4x1x1xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @planes
// CHECK:         %[[ZEROS:.*]] = ncnn.weight <"w.bias"> dense<0.000000e+00>
// CHECK-NEXT:    %[[K:.*]] = ncnn.flatten %k : tensor<4x1x1xf32> -> tensor<4xf32>
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop add %[[ZEROS]], %[[K]]
// CHECK-NEXT:    %y = ncnn.deconvolution %x, %w bias %[[B]] : tensor<4xf32> stride [2, 2] : tensor<*xf32>, tensor<4x3x2x2xf32> -> tensor<*xf32>
// REMARK-LABEL: @planes
// REMARK:        // remark: fuse-deconvolution-add: Deconvolution, BinaryOp

// -----

// A vector as long as the rows goes along them.
func.func @width(%x: tensor<3x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<8xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x8x8xf32>, tensor<8xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @width
// CHECK:         ncnn.binaryop add %a, %k
// REMARK-LABEL: @width
// REMARK:        // missed: fuse-deconvolution-add: Deconvolution, BinaryOp: a constant of shape 8 is not one for each channel of Deconvolution

// -----

// No constant: nothing to fold, and nothing to say.
func.func @input(%x: tensor<3x4x4xf32>, %k: tensor<4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x8x8xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @input
// CHECK:         ncnn.binaryop add %a, %k
// REMARK-LABEL: @input
// REMARK-NOT:    // missed

// -----

// Another operator.
func.func @operator(%x: tensor<3x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.binaryop sub %a, %k : (tensor<4x8x8xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @operator
// CHECK:         ncnn.binaryop sub %a, %k
// REMARK-LABEL: @operator
// REMARK-NOT:    // missed

// -----

// Deconvolution1D: sequences are no different.
func.func @sequence(%x: tensor<3x4xf32>) -> tensor<4x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution1d %x, %w stride 2 : tensor<3x4xf32>, tensor<4x3x2xf32> -> tensor<4x8xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  func.return %y : tensor<4x8xf32>
}
// CHECK-LABEL: @sequence
// CHECK:         %y = ncnn.deconvolution1d %x, %
// REMARK-LABEL: @sequence
// REMARK:        // remark: fuse-deconvolution-add: Deconvolution1D, BinaryOp

// -----

// An activation between the two does not commute.
func.func @activation(%x: tensor<3x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2] activation sigmoid
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x8x8xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @activation
// CHECK:         ncnn.binaryop add %a
// REMARK-LABEL: @activation
// REMARK:        // missed: fuse-deconvolution-add: Deconvolution, BinaryOp: Deconvolution has an activation

// -----

// The result of the deconvolution is an output of the network, too.
func.func @user(%x: tensor<3x4x4xf32>) -> (tensor<4x8x8xf32>, tensor<4x8x8xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x3x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x8x8xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  func.return %a, %y : tensor<4x8x8xf32>, tensor<4x8x8xf32>
}
// CHECK-LABEL: @user
// CHECK:         ncnn.binaryop add %a
// REMARK-LABEL: @user
// REMARK:        // missed: fuse-deconvolution-add: Deconvolution, BinaryOp: the result of Deconvolution has other users

// -----

// Weights that the network computes.
func.func @dynamic(%x: tensor<3x4x4xf32>, %w: tensor<4x3x2x2xf32>) -> tensor<4x8x8xf32> {
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution %x, %w stride [2, 2]
    : tensor<3x4x4xf32>, tensor<4x3x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x8x8xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         ncnn.binaryop add %a
// REMARK-LABEL: @dynamic
// REMARK:        // missed: fuse-deconvolution-add: Deconvolution, BinaryOp: the network computes the weights of Deconvolution

// -----

// Weights that came from an input have their outputs on the second axis.
func.func @transposed(%x: tensor<4x4x4xf32>) -> tensor<4x5x5xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution %x, %w transposed_weight
    : tensor<4x4x4xf32>, tensor<4x4x2x2xf32> -> tensor<4x5x5xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x5x5xf32>, tensor<4xf32>) -> tensor<4x5x5xf32>
  func.return %y : tensor<4x5x5xf32>
}
// CHECK-LABEL: @transposed
// CHECK:         ncnn.binaryop add %a
// REMARK-LABEL: @transposed
// REMARK:        // missed: fuse-deconvolution-add: Deconvolution, BinaryOp: the weights of Deconvolution are transposed

// -----

// Other layers have passes of their own.
func.func @others(%x: tensor<4x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.deconvolution_depthwise %x, %w group 4 stride [2, 2]
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x8x8xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x8x8xf32>, tensor<4xf32>) -> tensor<4x8x8xf32>
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.binaryop add %a
// REMARK-LABEL: @others
// REMARK-NOT:    // missed
