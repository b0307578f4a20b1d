// RUN: ncnnc-opt %s -p fuse-convolution-add | filecheck %s
// RUN: verify-diagnostics %s -p fuse-convolution-add

// A term for each channel is added to the bias. What else the convolution says stays.
func.func @vector(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-convolution-add: a1, b1}}
  %a = ncnn.convolution %x, %w bias %b : tensor<4xf32> {kept}
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32> loc("a1"("m.param":3:0))
  %y = ncnn.binaryop add %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[B:.*]] = ncnn.binaryop add %b, %k : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution %x, %w bias %[[B]] : tensor<4xf32> {kept} :
// CHECK-NEXT:    func.return %y

// Terms of shape c,1,1, as first operand, before shapes are known. A layer without a bias gets
// one.
func.func @planes(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
  // expected-remark @+1 {{fuse-convolution-add: Convolution, BinaryOp}}
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %y = ncnn.binaryop add %k, %a : (tensor<4x1x1xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @planes
// CHECK:         %[[ZEROS:.*]] = ncnn.weight <"w.bias"> dense<0.000000e+00>
// CHECK-NEXT:    %[[K:.*]] = ncnn.flatten %k : tensor<4x1x1xf32> -> tensor<4xf32>
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop add %[[ZEROS]], %[[K]]
// CHECK-NEXT:    %y = ncnn.convolution %x, %w bias %[[B]] : tensor<4xf32> : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>

func.func @left_alone(%x: tensor<3x8x8xf32>, %w1: tensor<4x3x3x3xf32>, %k2: tensor<4xf32>, %x1: tensor<4x8x8xf32>)
    -> (tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  // A vector as long as the rows goes along them.
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<6xf32>
  // expected-remark @+1 {{missed: fuse-convolution-add: Convolution, BinaryOp: a constant of shape 6 is not one for each channel of Convolution}}
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x6x6xf32>, tensor<6xf32>) -> tensor<4x6x6xf32>
  // An activation between the two does not commute.
  %k1 = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-convolution-add: Convolution, BinaryOp: Convolution has an activation}}
  %a1 = ncnn.convolution %x, %w activation sigmoid
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y1 = ncnn.binaryop add %a1, %k1 : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // The result of the convolution is an output of the network, too.
  // expected-remark @+1 {{missed: fuse-convolution-add: Convolution, BinaryOp: the result of Convolution has other users}}
  %a2 = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y2 = ncnn.binaryop add %a2, %k1 : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // Weights that the network computes.
  // expected-remark @+1 {{missed: fuse-convolution-add: Convolution, BinaryOp: the network computes the weights of Convolution}}
  %a3 = ncnn.convolution %x, %w1 : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y3 = ncnn.binaryop add %a3, %k1 : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // Weights that int8 scales go with.
  %i = ncnn.weight <"i"> : tensor<1xf32>
  // expected-remark @+1 {{missed: fuse-convolution-add: Convolution, BinaryOp: Convolution has int8 weights}}
  %a4 = ncnn.convolution %x, %w weight_scale %k1 : tensor<4xf32> input_scale %i : tensor<1xf32> int8_scale_term 2
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y4 = ncnn.binaryop add %a4, %k1 : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // A convolution that has its algorithm.
  // expected-remark @+1 {{missed: fuse-convolution-add: Convolution, BinaryOp: Convolution is scheduled already}}
  %a5 = ncnn.convolution %x, %w algorithm gemm
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y5 = ncnn.binaryop add %a5, %k1 : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // No constant: nothing to fold, and nothing to say.
  %w2 = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %a6 = ncnn.convolution %x, %w2 : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y6 = ncnn.binaryop add %a6, %k2 : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // Another operator.
  %w3 = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k3 = ncnn.weight <"k"> : tensor<4xf32>
  %a7 = ncnn.convolution %x, %w3 : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y7 = ncnn.binaryop sub %a7, %k3 : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // Other layers have passes of their own.
  %w4 = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k4 = ncnn.weight <"k"> : tensor<4xf32>
  %a8 = ncnn.convolution_depthwise %x1, %w4 group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y8 = ncnn.binaryop add %a8, %k4 : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y, %y1, %a2, %y2, %y3, %y4, %y5, %y6, %y7, %y8 : tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>
}

// Convolution1D: sequences are no different.
func.func @sequence(%x: tensor<3x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-convolution-add: Convolution1D, BinaryOp}}
  %a = ncnn.convolution1d %x, %w : tensor<3x9xf32>, tensor<4x3x3xf32> -> tensor<4x7xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x7xf32>, tensor<4xf32>) -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}
// CHECK-LABEL: @sequence
// CHECK:         %y = ncnn.convolution1d %x, %

// A 1x1 convolution of unknown rank may make a vector, which a constant c,1,1 would make an image.
func.func @vector_or_image(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x3x1x1xf32>
  %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
  %l = ncnn.weight <"l"> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-convolution-add: Convolution, BinaryOp: the shape of the result of Convolution is unknown}}
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x1x1xf32> -> tensor<*xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<*xf32>, tensor<4x1x1xf32>) -> tensor<*xf32>
  %c = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x1x1xf32> -> tensor<*xf32>
  %z = ncnn.binaryop add %c, %l : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y, %z : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @vector_or_image
// CHECK:         ncnn.binaryop add %a, %k
// CHECK:         %z = ncnn.convolution
