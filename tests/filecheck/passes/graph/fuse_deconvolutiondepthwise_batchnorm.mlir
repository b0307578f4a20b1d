// RUN: ncnnc-opt %s -p fuse-deconvolutiondepthwise-batchnorm | filecheck %s
// RUN: verify-diagnostics %s -p fuse-deconvolutiondepthwise-batchnorm
// The guards that all such passes have: tests/passes/graph/linear/test_linear_fusions.py.

// The batchnorm normalises the bias, and scales the weights. What else the grouped deconvolution says stays.
func.func @fold(%x: tensor<4x4x4xf32>) -> tensor<4x8x8xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<4xf32>
  %v = ncnn.weight <"v"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-deconvolutiondepthwise-batchnorm: a1, b1}}
  %a = ncnn.deconvolution_depthwise %x, %w bias %b : tensor<4xf32> group 4 stride [2, 2] {kept}
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x8x8xf32> loc("a1"("m.param":3:0))
  %y = ncnn.batchnorm %a, %s, %m, %v, %t eps 0.5
    : (tensor<4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x8x8xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x8x8xf32>
}
// CHECK-LABEL: @fold
// CHECK:         %[[ZERO:.*]] = ncnn.weight <"zeros"> dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.batchnorm %w, %s, %[[ZERO]], %v, %[[ZERO]] eps 5.000000e-01 : (tensor<4x1x2x2xf32>
// CHECK-NEXT:    %[[B:.*]] = ncnn.batchnorm %b, %s, %m, %v, %t eps 5.000000e-01 : (tensor<4xf32>
// CHECK-NEXT:    %y = ncnn.deconvolution_depthwise %x, %[[W]] bias %[[B]] : tensor<4xf32> group 4 stride [2, 2] {kept} :
// CHECK-NEXT:    func.return %y

// Weights that came from an input have their outputs on the second axis.
func.func @transposed(%x: tensor<4x4x4xf32>) -> tensor<4x5x5xf32> {
  %w = ncnn.weight <"w"> : tensor<4x1x2x2xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-deconvolutiondepthwise-batchnorm: DeconvolutionDepthWise, BatchNorm: the weights of DeconvolutionDepthWise are transposed}}
  %a = ncnn.deconvolution_depthwise %x, %w group 4 transposed_weight
    : tensor<4x4x4xf32>, tensor<4x1x2x2xf32> -> tensor<4x5x5xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x5x5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x5x5xf32>
  func.return %y : tensor<4x5x5xf32>
}
