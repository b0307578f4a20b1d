// RUN: ncnnc-opt %s -p fuse-convolutiondepthwise-mul | filecheck %s
// RUN: verify-diagnostics %s -p fuse-convolutiondepthwise-mul
// The guards that all such passes have: tests/passes/graph/linear/test_linear_fusions.py.

// A factor for each channel: a vector lies along the outermost axis. What else the grouped convolution says
// stays.
func.func @vector(%x: tensor<4x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-convolutiondepthwise-mul: a1, b1}}
  %a = ncnn.convolution_depthwise %x, %w bias %b : tensor<4xf32> group 4 {kept}
    : tensor<4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<4x6x6xf32> loc("a1"("m.param":3:0))
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[W:.*]] = ncnn.binaryop mul %w, %k : (tensor<4x1x3x3xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop mul %b, %k : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution_depthwise %x, %[[W]] bias %[[B]] : tensor<4xf32> group 4 {kept} :
// CHECK-NEXT:    func.return %y

// Of the weights of a 1-D layer only the first may count: they are by channel if all do.
func.func @spare_weights(%x: tensor<2x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x2x3xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-convolutiondepthwise-mul: ConvolutionDepthWise1D, BinaryOp: which weights of ConvolutionDepthWise1D count is unknown, or not all do}}
  %a = ncnn.convolution_depthwise1d %x, %w group 2
    : tensor<2x9xf32>, tensor<4x2x3xf32> -> tensor<4x7xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x7xf32>, tensor<4xf32>) -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}
