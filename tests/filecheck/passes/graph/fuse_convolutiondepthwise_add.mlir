// RUN: ncnnc-opt %s -p fuse-convolutiondepthwise-add | filecheck %s
// RUN: verify-diagnostics %s -p fuse-convolutiondepthwise-add
// The guards that all such passes have: tests/passes/graph/linear/test_linear_fusions.py.

// A term for each channel is added to the bias. What else the grouped convolution says stays.
func.func @vector(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-convolutiondepthwise-add: a1, b1}}
  %a = ncnn.convolution_depthwise %x, %w bias %b : tensor<4xf32> group 4 {kept}
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32> loc("a1"("m.param":3:0))
  %y = ncnn.binaryop add %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[B:.*]] = ncnn.binaryop add %b, %k : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution_depthwise %x, %w bias %[[B]] : tensor<4xf32> group 4 {kept} :
// CHECK-NEXT:    func.return %y

// Of the weights of a 1-D layer only the first may count: they are by channel if all do.
func.func @spare_weights(%x: tensor<2x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x2x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-convolutiondepthwise-add: ConvolutionDepthWise1D, BinaryOp: which weights of ConvolutionDepthWise1D count is unknown, or not all do}}
  %a = ncnn.convolution_depthwise1d %x, %w group 2
    : tensor<2x9xf32>, tensor<4x2x3xf32> -> tensor<4x7xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x7xf32>, tensor<4xf32>) -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}
