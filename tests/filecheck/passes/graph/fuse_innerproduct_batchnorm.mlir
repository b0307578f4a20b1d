// RUN: ncnnc-opt %s -p fuse-innerproduct-batchnorm | filecheck %s
// RUN: verify-diagnostics %s -p fuse-innerproduct-batchnorm
// The guards that all such passes have: tests/passes/graph/linear/test_linear_fusions.py.

// The batchnorm normalises the bias, and scales the weights. What else the inner product says stays.
func.func @fold(%x: tensor<3x2x2xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<4xf32>
  %v = ncnn.weight <"v"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-innerproduct-batchnorm: a1, b1}}
  %a = ncnn.innerproduct %x, %w bias %b : tensor<4xf32> {kept}
    : tensor<3x2x2xf32>, tensor<4x12xf32> -> tensor<4xf32> loc("a1"("m.param":3:0))
  %y = ncnn.batchnorm %a, %s, %m, %v, %t eps 0.5
    : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @fold
// CHECK:         %[[ZERO:.*]] = ncnn.weight <"zeros"> dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.batchnorm %w, %s, %[[ZERO]], %v, %[[ZERO]] eps 5.000000e-01 : (tensor<4x12xf32>
// CHECK-NEXT:    %[[B:.*]] = ncnn.batchnorm %b, %s, %m, %v, %t eps 5.000000e-01 : (tensor<4xf32>
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %[[W]] bias %[[B]] : tensor<4xf32> {kept} :
// CHECK-NEXT:    func.return %y

// Before shapes are known: after a Flatten the result is a vector.
func.func @flattened(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %f = ncnn.flatten %x : tensor<*xf32> -> tensor<*xf32>
  // expected-remark @+1 {{fuse-innerproduct-batchnorm: InnerProduct, BatchNorm}}
  %a = ncnn.innerproduct %f, %w : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @flattened
// CHECK:         %y = ncnn.innerproduct %f, %{{.*}} : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>

func.func @left_alone(%x: tensor<*xf32>, %x1: tensor<4x6xf32>) -> (tensor<*xf32>, tensor<4x4xf32>) {
  // Otherwise it may be a matrix, whose outputs lie along another axis than its channels.
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: the shape of the result of InnerProduct is unknown}}
  %a = ncnn.innerproduct %x, %w : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  // An inner product of rows has its outputs along the other axis than the batchnorm its channels.
  %w1 = ncnn.weight <"w"> : tensor<4x6xf32>
  // expected-remark @+1 {{missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: BatchNorm scales rows, the channels of InnerProduct are columns}}
  %a1 = ncnn.innerproduct %x1, %w1 : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x4xf32>
  %y1 = ncnn.batchnorm %a1, %k, %k, %k, %k
    : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  func.return %y, %y1 : tensor<*xf32>, tensor<4x4xf32>
}
