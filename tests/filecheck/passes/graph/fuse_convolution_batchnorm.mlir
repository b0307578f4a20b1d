// RUN: ncnnc-opt %s -p fuse-convolution-batchnorm | filecheck %s
// RUN: verify-diagnostics %s -p fuse-convolution-batchnorm

// The batchnorm normalises the bias, and scales the weights. What else the convolution says stays.
func.func @fold(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<4xf32>
  %v = ncnn.weight <"v"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-convolution-batchnorm: a1, b1}}
  %a = ncnn.convolution %x, %w bias %b : tensor<4xf32> {kept}
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32> loc("a1"("m.param":3:0))
  %y = ncnn.batchnorm %a, %s, %m, %v, %t eps 0.5
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @fold
// CHECK:         %[[ZERO:.*]] = ncnn.weight <"zeros"> dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.batchnorm %w, %s, %[[ZERO]], %v, %[[ZERO]] eps 5.000000e-01 : (tensor<4x3x3x3xf32>
// CHECK-NEXT:    %[[B:.*]] = ncnn.batchnorm %b, %s, %m, %v, %t eps 5.000000e-01 : (tensor<4xf32>
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[W]] bias %[[B]] : tensor<4xf32> {kept} :
// CHECK-NEXT:    func.return %y

// Before shapes are known: the result has channels, whatever its height and width are. A layer
// without a bias gets one.
func.func @unknown_shape(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-convolution-batchnorm: Convolution, BatchNorm}}
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %[[ZEROS:.*]] = ncnn.weight <"w.bias"> dense<0.000000e+00>
// CHECK:         %[[B:.*]] = ncnn.batchnorm %[[ZEROS]], %k, %k, %k, %k
// CHECK-NEXT:    %y = ncnn.convolution %x, %{{.*}} bias %[[B]] : tensor<4xf32> : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>

func.func @left_alone(%x: tensor<*xf32>, %x1: tensor<3x8x8xf32>, %k1: tensor<4xf32>, %w1: tensor<4x3x3x3xf32>, %x2: tensor<4x8x8xf32>)
    -> (tensor<*xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>) {
  // Another number of channels, which nothing has compared yet.
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<3xf32>
  // expected-remark @+1 {{missed: fuse-convolution-batchnorm: Convolution, BatchNorm: BatchNorm is for 3 channels, Convolution has 4}}
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  // Parameters that the network computes.
  // expected-remark @+1 {{missed: fuse-convolution-batchnorm: Convolution, BatchNorm: the network computes the parameters of BatchNorm}}
  %a1 = ncnn.convolution %x1, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y1 = ncnn.batchnorm %a1, %k1, %k1, %k1, %k1
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // An activation between the two does not commute.
  %k2 = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-convolution-batchnorm: Convolution, BatchNorm: Convolution has an activation}}
  %a2 = ncnn.convolution %x1, %w activation sigmoid
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y2 = ncnn.batchnorm %a2, %k2, %k2, %k2, %k2
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // The result of the convolution is an output of the network, too.
  // expected-remark @+1 {{missed: fuse-convolution-batchnorm: Convolution, BatchNorm: the result of Convolution has other users}}
  %a3 = ncnn.convolution %x1, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y3 = ncnn.batchnorm %a3, %k2, %k2, %k2, %k2
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // Weights that the network computes.
  // expected-remark @+1 {{missed: fuse-convolution-batchnorm: Convolution, BatchNorm: the network computes the weights of Convolution}}
  %a4 = ncnn.convolution %x1, %w1 : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y4 = ncnn.batchnorm %a4, %k2, %k2, %k2, %k2
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // Weights that int8 scales go with.
  %i = ncnn.weight <"i"> : tensor<1xf32>
  // expected-remark @+1 {{missed: fuse-convolution-batchnorm: Convolution, BatchNorm: Convolution has int8 weights}}
  %a5 = ncnn.convolution %x1, %w weight_scale %k2 : tensor<4xf32> input_scale %i : tensor<1xf32> int8_scale_term 2
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y5 = ncnn.batchnorm %a5, %k2, %k2, %k2, %k2
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // A convolution that has its algorithm.
  // expected-remark @+1 {{missed: fuse-convolution-batchnorm: Convolution, BatchNorm: Convolution is scheduled already}}
  %a6 = ncnn.convolution %x1, %w algorithm gemm
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y6 = ncnn.batchnorm %a6, %k2, %k2, %k2, %k2
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  // Other layers have passes of their own.
  %w2 = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %k3 = ncnn.weight <"k"> : tensor<4xf32>
  %a7 = ncnn.convolution_depthwise %x2, %w2 group 4
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32>
  %y7 = ncnn.batchnorm %a7, %k3, %k3, %k3, %k3
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y, %y1, %y2, %a3, %y3, %y4, %y5, %y6, %y7 : tensor<*xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>, tensor<4x6x6xf32>
}

// Convolution1D: sequences are no different.
func.func @sequence(%x: tensor<3x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-convolution-batchnorm: Convolution1D, BatchNorm}}
  %a = ncnn.convolution1d %x, %w : tensor<3x9xf32>, tensor<4x3x3xf32> -> tensor<4x7xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x7xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}
// CHECK-LABEL: @sequence
// CHECK:         %y = ncnn.convolution1d %x, %
