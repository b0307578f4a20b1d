// RUN: ncnnc-opt %s -p fuse-deconvolutiondepthwise-add | filecheck %s
// RUN: verify-diagnostics %s -p fuse-deconvolutiondepthwise-add
// The guards that all such passes have: tests/passes/graph/linear/test_linear_fusions.py.

// A term for each channel is added to the bias. What else the grouped deconvolution says stays.
func.func @vector(%x: tensor<4x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-deconvolutiondepthwise-add: a1, b1}}
  %a = ncnn.deconvolution_depthwise %x, %w bias %b : tensor<4xf32> group 4 stride [2, 2] {kept}
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x8x8xf32> loc("a1"("m.param":3:0))
  %y = ncnn.binaryop add %a, %k : (tensor<4x8x8xf32>, tensor<4xf32>) -> tensor<4x8x8xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[B:.*]] = ncnn.binaryop add %b, %k : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.deconvolution_depthwise %x, %w bias %[[B]] : tensor<4xf32> group 4 stride [2, 2] {kept} :
// CHECK-NEXT:    func.return %y

// Weights that came from an input have their outputs on the second axis.
func.func @transposed(%x: tensor<4x4x4xf32>) -> tensor<4x5x5xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-deconvolutiondepthwise-add: DeconvolutionDepthWise, BinaryOp: the weights of DeconvolutionDepthWise are transposed}}
  %a = ncnn.deconvolution_depthwise %x, %w group 4 transposed_weight
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x5x5xf32>
  %y = ncnn.binaryop add %a, %k : (tensor<4x5x5xf32>, tensor<4xf32>) -> tensor<4x5x5xf32>
  func.return %y : tensor<4x5x5xf32>
}
