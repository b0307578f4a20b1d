// RUN: ncnnc-opt %s -p fold-channel-shuffle | filecheck %s
// RUN: verify-diagnostics %s -p fold-channel-shuffle

// A convolution whose result is shuffled alone computes it in that order.
func.func @producer(%x: tensor<4x6x6xf32>) -> tensor<6x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<6x4x1x1xf32>
  %b = ncnn.weight <"b"> : tensor<6xf32>
  // expected-remark @+1 {{fold-channel-shuffle:}}
  %c = ncnn.convolution %x, %w bias %b : tensor<6xf32> activation relu
    : tensor<4x6x6xf32>, tensor<6x4x1x1xf32> -> tensor<6x6x6xf32>
  // expected-remark @+1 {{missed: fold-channel-shuffle: ShuffleChannel, Convolution: Convolution reads the channels in their order}}
  %y = ncnn.shufflechannel %c group 2 : tensor<6x6x6xf32> -> tensor<6x6x6xf32>
  func.return %y : tensor<6x6x6xf32>
}
// CHECK-LABEL: @producer
// CHECK:         [[W:%.*]] = ncnn.shufflechannel %w group 2 : tensor<6x4x1x1xf32>
// CHECK:         [[R:%.*]] = ncnn.reshape %b shape [6, 1, 1]
// CHECK-NEXT:    [[S:%.*]] = ncnn.shufflechannel [[R]] group 2
// CHECK-NEXT:    [[B:%.*]] = ncnn.flatten [[S]]
// CHECK-NEXT:    ncnn.convolution %x, [[W]] bias [[B]] : tensor<6xf32> activation relu
// CHECK-NEXT:    func.return

// Dense convolutions that read a shuffle sum over the channels before it.
func.func @consumers(%x: tensor<6x6x6xf32>) -> (tensor<4x6x6xf32>, tensor<4x4x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x6x1x1xf32>
  %s = ncnn.shufflechannel %x group 3 reverse : tensor<6x6x6xf32> -> tensor<6x6x6xf32>
  %v = ncnn.weight <"v"> : tensor<4x6x3x3xf32>
  %y = ncnn.convolution %s, %w : tensor<6x6x6xf32>, tensor<4x6x1x1xf32> -> tensor<4x6x6xf32>
  %z = ncnn.convolution %s, %v : tensor<6x6x6xf32>, tensor<4x6x3x3xf32> -> tensor<4x4x4xf32>
  func.return %y, %z : tensor<4x6x6xf32>, tensor<4x4x4xf32>
}
// CHECK-LABEL: @consumers
// CHECK-NOT:     reverse
// CHECK:         [[P:%.*]] = ncnn.permute %w order 6 : tensor<4x6x1x1xf32> -> tensor<6x4x1x1xf32>
// CHECK-NEXT:    [[Q:%.*]] = ncnn.shufflechannel [[P]] group 3 : tensor<6x4x1x1xf32>
// CHECK-NEXT:    [[W:%.*]] = ncnn.permute [[Q]] order 6 : tensor<6x4x1x1xf32> -> tensor<4x6x1x1xf32>
// CHECK-NEXT:    ncnn.convolution %x, [[W]] :
// CHECK:         ncnn.convolution %x, {{.*}} -> tensor<4x4x4xf32>

// What works channel by channel does so first, if a grouped convolution is next.
func.func @channelwise(%x: tensor<6x6x6xf32>) -> tensor<4x3x3xf32> {
  %v = ncnn.weight <"v"> : tensor<6x1x3x3xf32>
  %w = ncnn.weight <"w"> : tensor<4x3x1x1xf32>
  %s = ncnn.shufflechannel %x group 2 : tensor<6x6x6xf32> -> tensor<6x6x6xf32>
  %d = ncnn.convolution_depthwise %s, %v group 6 pad [1, 1, 1, 1]
    : tensor<6x6x6xf32>, tensor<6x1x3x3xf32> -> tensor<6x6x6xf32>
  %r = ncnn.relu %d : (tensor<6x6x6xf32>) -> tensor<6x6x6xf32>
  %p = ncnn.pooling max %r kernel [2, 2] stride [2, 2] : tensor<6x6x6xf32> -> tensor<6x3x3xf32>
  %y = ncnn.convolution_depthwise %p, %w group 2
    : tensor<6x3x3xf32>, tensor<4x3x1x1xf32> -> tensor<4x3x3xf32>
  func.return %y : tensor<4x3x3xf32>
}
// CHECK-LABEL: @channelwise
// CHECK:         [[V:%.*]] = ncnn.shufflechannel %v group 2 reverse : tensor<6x1x3x3xf32>
// CHECK-NEXT:    [[D:%.*]] = ncnn.convolution_depthwise %x, [[V]] group 6
// CHECK-NEXT:    [[R:%.*]] = ncnn.relu [[D]]
// CHECK-NEXT:    [[P:%.*]] = ncnn.pooling max [[R]]
// CHECK-NEXT:    [[S:%.*]] = ncnn.shufflechannel [[P]] group 2 : tensor<6x3x3xf32>
// CHECK-NEXT:    ncnn.convolution_depthwise [[S]], %w group 2

// A dense convolution behind a depthwise one has the shuffle at once; that of the weights in between
// is none of channels that are read.
func.func @through_depthwise(%x: tensor<6x6x6xf32>) -> tensor<4x6x6xf32> {
  %v = ncnn.weight <"v"> : tensor<6x1x1x1xf32>
  %w = ncnn.weight <"w"> : tensor<4x6x1x1xf32>
  %s = ncnn.shufflechannel %x group 2 : tensor<6x6x6xf32> -> tensor<6x6x6xf32>
  %d = ncnn.convolution_depthwise %s, %v group 6
    : tensor<6x6x6xf32>, tensor<6x1x1x1xf32> -> tensor<6x6x6xf32>
  %y = ncnn.convolution %d, %w : tensor<6x6x6xf32>, tensor<4x6x1x1xf32> -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @through_depthwise
// CHECK:         [[V:%.*]] = ncnn.shufflechannel %v group 2 reverse
// CHECK-NEXT:    [[D:%.*]] = ncnn.convolution_depthwise %x, [[V]] group 6
// CHECK-NOT:     tensor<6x6x6xf32> -> tensor<6x6x6xf32>
// CHECK:         ncnn.convolution [[D]], %

func.func @left_alone(%x: tensor<6x6x6xf32>, %w1: tensor<6x6x1x1xf32>)
    -> (tensor<6x6x6xf32>, tensor<2xf32>, tensor<6x6x6xf32>, tensor<6x6x6xf32>, tensor<6x6x6xf32>, tensor<6x6x6xf32>) {
  // No convolution would take the shuffle behind these: another layer reads, they make a vector, or
  // they are grouped but not depthwise.
  %v = ncnn.weight <"v"> : tensor<6x1x1x1xf32>
  %w = ncnn.weight <"w"> : tensor<2x6x1x1xf32>
  %u = ncnn.weight <"u"> : tensor<6x3x1x1xf32>
  %s = ncnn.shufflechannel %x group 2 : tensor<6x6x6xf32> -> tensor<6x6x6xf32>
  %y = ncnn.convolution_depthwise %s, %v group 6
    : tensor<6x6x6xf32>, tensor<6x1x1x1xf32> -> tensor<6x6x6xf32>
  %t = ncnn.shufflechannel %x group 3 : tensor<6x6x6xf32> -> tensor<6x6x6xf32>
  %p = ncnn.pooling avg %t global : tensor<6x6x6xf32> -> tensor<6xf32>
  %z = ncnn.convolution %p, %w : tensor<6xf32>, tensor<2x6x1x1xf32> -> tensor<2xf32>
  %g = ncnn.convolution_depthwise %x, %u group 2
    : tensor<6x6x6xf32>, tensor<6x3x1x1xf32> -> tensor<6x6x6xf32>
  %o = ncnn.shufflechannel %g group 2 : tensor<6x6x6xf32> -> tensor<6x6x6xf32>
  // Results that others read, weights that the network computes, int8.
  %v1 = ncnn.weight <"v"> : tensor<6x6x1x1xf32>
  %i = ncnn.weight <"i"> : tensor<6x1x1x1xf32>
  // expected-remark @+1 {{missed: fold-channel-shuffle: Convolution, ShuffleChannel: the result of Convolution has other users}}
  %c = ncnn.convolution %x, %v1 : tensor<6x6x6xf32>, tensor<6x6x1x1xf32> -> tensor<6x6x6xf32>
  // expected-remark @+1 {{missed: fold-channel-shuffle: ShuffleChannel, Convolution: the network computes the weights of Convolution}}
  %s1 = ncnn.shufflechannel %c group 2 : tensor<6x6x6xf32> -> tensor<6x6x6xf32>
  %y1 = ncnn.convolution %s1, %w1 : tensor<6x6x6xf32>, tensor<6x6x1x1xf32> -> tensor<6x6x6xf32>
  // expected-remark @+1 {{missed: fold-channel-shuffle: ShuffleChannel, ConvolutionDepthWise: ConvolutionDepthWise has int8 weights}}
  %t1 = ncnn.shufflechannel %x group 2 : tensor<6x6x6xf32> -> tensor<6x6x6xf32>
  %d = ncnn.convolution_depthwise %t1, %i group 6 int8_scale_term 1
    : tensor<6x6x6xf32>, tensor<6x1x1x1xf32> -> tensor<6x6x6xf32>
  %z1 = ncnn.convolution %d, %v1 : tensor<6x6x6xf32>, tensor<6x6x1x1xf32> -> tensor<6x6x6xf32>
  func.return %y, %z, %o, %c, %y1, %z1 : tensor<6x6x6xf32>, tensor<2xf32>, tensor<6x6x6xf32>, tensor<6x6x6xf32>, tensor<6x6x6xf32>, tensor<6x6x6xf32>
}
