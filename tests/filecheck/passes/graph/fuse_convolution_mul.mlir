// RUN: ncnnc-opt %s -p fuse-convolution-mul --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-convolution-mul --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// A factor for each channel: a vector lies along the outermost axis. What else the convolution says
// stays.
func.func @vector(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w bias %b : tensor<4xf32> {kept}
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32> loc("a1"("m.param":3:0))
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[W:.*]] = ncnn.binaryop mul %w, %k : (tensor<4x3x3x3xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop mul %b, %k : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[W]] bias %[[B]] : tensor<4xf32> {kept} :
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @vector
// REMARK:        m.param:3: remark: fuse-convolution-mul: a1, b1

// -----

// Factors of shape c,1,1, as first operand, before shapes are known.
func.func @planes(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %y = ncnn.binaryop mul %k, %a : (tensor<4x1x1xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @planes
// CHECK:         %[[K:.*]] = ncnn.flatten %k : tensor<4x1x1xf32> -> tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.binaryop mul %w, %[[K]] : (tensor<4x3x3x3xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[W]] : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
// REMARK-LABEL: @planes
// REMARK:        // remark: fuse-convolution-mul: Convolution, BinaryOp

// -----

// A vector as long as the rows goes along them.
func.func @width(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<6xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<6xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @width
// CHECK:         ncnn.binaryop mul %a, %k
// REMARK-LABEL: @width
// REMARK:        // missed: fuse-convolution-mul: Convolution, BinaryOp: a constant of shape 6 is not one for each channel of Convolution

// -----

// No constant: nothing to fold, and nothing to say.
func.func @input(%x: tensor<3x8x8xf32>, %k: tensor<4xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @input
// CHECK:         ncnn.binaryop mul %a, %k
// REMARK-LABEL: @input
// REMARK-NOT:    // missed

// -----

// Another operator.
func.func @operator(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop div %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @operator
// CHECK:         ncnn.binaryop div %a, %k
// REMARK-LABEL: @operator
// REMARK-NOT:    // missed

// -----

// Convolution1D: sequences are no different.
func.func @sequence(%x: tensor<3x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution1d %x, %w : tensor<3x9xf32>, tensor<4x3x3xf32> -> tensor<4x7xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x7xf32>, tensor<4xf32>) -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}
// CHECK-LABEL: @sequence
// CHECK:         %y = ncnn.convolution1d %x, %
// REMARK-LABEL: @sequence
// REMARK:        // remark: fuse-convolution-mul: Convolution1D, BinaryOp

// -----

// A 1x1 convolution of unknown rank may make a vector, which a constant c,1,1 would make an image.
func.func @vector_or_image(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x3x1x1xf32>
  %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
  %l = ncnn.weight <"l"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x1x1xf32> -> tensor<*xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<*xf32>, tensor<4x1x1xf32>) -> tensor<*xf32>
  %c = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x1x1xf32> -> tensor<*xf32>
  %z = ncnn.binaryop mul %c, %l : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y, %z : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @vector_or_image
// CHECK:         ncnn.binaryop mul %a, %k
// CHECK:         %z = ncnn.convolution
// REMARK-LABEL: @vector_or_image
// REMARK:        // missed: fuse-convolution-mul: Convolution, BinaryOp: the shape of the result of Convolution is unknown

// -----

// An activation between the two does not commute.
func.func @activation(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w activation sigmoid
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @activation
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @activation
// REMARK:        // missed: fuse-convolution-mul: Convolution, BinaryOp: Convolution has an activation

// -----

// The result of the convolution is an output of the network, too.
func.func @user(%x: tensor<3x8x8xf32>) -> (tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %a, %y : tensor<4x6x6xf32>, tensor<4x6x6xf32>
}
// CHECK-LABEL: @user
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @user
// REMARK:        // missed: fuse-convolution-mul: Convolution, BinaryOp: the result of Convolution has other users

// -----

// Weights that the network computes.
func.func @dynamic(%x: tensor<3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<4x6x6xf32> {
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @dynamic
// REMARK:        // missed: fuse-convolution-mul: Convolution, BinaryOp: the network computes the weights of Convolution

// -----

// Weights that int8 scales go with.
func.func @int8(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %i = ncnn.weight <"i"> : tensor<1xf32>
  %a = ncnn.convolution %x, %w weight_scale %k : tensor<4xf32> input_scale %i : tensor<1xf32> int8_scale_term 2
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @int8
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @int8
// REMARK:        // missed: fuse-convolution-mul: Convolution, BinaryOp: Convolution has int8 weights

// -----

// A convolution that has its algorithm.
func.func @scheduled(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w algorithm gemm
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @scheduled
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @scheduled
// REMARK:        // missed: fuse-convolution-mul: Convolution, BinaryOp: Convolution is scheduled already

// -----

// Other layers have passes of their own.
func.func @others(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution_depthwise %x, %w group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.binaryop mul %a
// REMARK-LABEL: @others
// REMARK-NOT:    // missed
