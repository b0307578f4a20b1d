// RUN: ncnnc-opt %s -p fuse-concat-activation | filecheck %s
// RUN: verify-diagnostics %s -p fuse-concat-activation

// As ShuffleNet halves images: the pooled half has no negative numbers.
func.func @shufflenet(%x: tensor<4x4x4xf32>) -> tensor<8x2x2xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4x3x3xf32>
  %r = ncnn.relu %x : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  %a = ncnn.pooling avg %r kernel [2, 2] stride [2, 2] : tensor<4x4x4xf32> -> tensor<4x2x2xf32>
  %b = ncnn.convolution %r, %w : tensor<4x4x4xf32>, tensor<4x4x3x3xf32> -> tensor<4x2x2xf32>
  // expected-remark @+1 {{fuse-concat-activation: Concat, ReLU, Convolution}}
  %c = ncnn.concat %a, %b : (tensor<4x2x2xf32>, tensor<4x2x2xf32>) -> tensor<8x2x2xf32>
  %y = ncnn.relu %c : (tensor<8x2x2xf32>) -> tensor<8x2x2xf32>
  func.return %y : tensor<8x2x2xf32>
}
// CHECK-LABEL: @shufflenet
// CHECK:         %b = ncnn.convolution %r, %w activation relu
// CHECK-NEXT:    %y = ncnn.concat %a, %b
// CHECK-NEXT:    func.return %y

// Before shapes are known, any activation of linear layers.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x4x3x3xf32>
  %v = ncnn.weight <"v"> : tensor<4x1x3x3xf32>
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x4x3x3xf32> -> tensor<*xf32>
  %b = ncnn.convolution_depthwise %x, %v group 4
    : tensor<*xf32>, tensor<4x1x3x3xf32> -> tensor<*xf32>
  %c = ncnn.concat %a, %b : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %y = ncnn.hardswish %c : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         ncnn.convolution %x, %w activation hardswish
// CHECK-NEXT:    ncnn.convolution_depthwise %x, %v group 4 activation hardswish
// CHECK-NEXT:    %y = ncnn.concat

// A part may be negative and cannot be activated, has an activation or another user; so has the
// concatenation.
func.func @guards(%x: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4xf32>,
    tensor<8xf32>, tensor<8xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-concat-activation: Concat, ReLU: an input cannot take an activation, and may need it}}
  %b = ncnn.concat %x, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %c = ncnn.relu %b : (tensor<8xf32>) -> tensor<8xf32>
  %d = ncnn.innerproduct %x, %w activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-concat-activation: Concat, Sigmoid: InnerProduct has an activation}}
  %e = ncnn.concat %d, %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %f = ncnn.sigmoid %e : (tensor<8xf32>) -> tensor<8xf32>
  %g = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-concat-activation: Concat, ReLU: the result of InnerProduct has other users}}
  %h = ncnn.concat %g, %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %i = ncnn.relu %h : (tensor<8xf32>) -> tensor<8xf32>
  %j = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-concat-activation: Concat, ReLU: the result of Concat has other users}}
  %k = ncnn.concat %j, %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %l = ncnn.relu %k : (tensor<8xf32>) -> tensor<8xf32>
  func.return %c, %f, %i, %g, %k, %l : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4xf32>,
    tensor<8xf32>, tensor<8xf32>
}
