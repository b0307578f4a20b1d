// RUN: ncnnc-opt %s -p fuse-innerproduct-batchnorm --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p fuse-innerproduct-batchnorm --split-input-file --remarks | filecheck %s --check-prefix=REMARK
// The guards that all such passes have: tests/passes/graph/linear/test_linear_fusions.py.

// The batchnorm normalises the bias, and scales the weights. What else the inner product says stays.
func.func @fold(%x: tensor<3x2x2xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %m = ncnn.weight <"m"> : tensor<4xf32>
  %v = ncnn.weight <"v"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
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
// REMARK-LABEL: @fold
// REMARK:        m.param:3: remark: fuse-innerproduct-batchnorm: a1, b1

// -----

// Before shapes are known: after a Flatten the result is a vector.
func.func @flattened(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %f = ncnn.flatten %x : tensor<*xf32> -> tensor<*xf32>
  %a = ncnn.innerproduct %f, %w : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @flattened
// CHECK:         %y = ncnn.innerproduct %f, %{{.*}} : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
// REMARK-LABEL: @flattened
// REMARK:        // remark: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm

// -----

// Otherwise it may be a matrix, whose outputs lie along another axis than its channels.
func.func @unknown_shape(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @unknown_shape
// REMARK:        // missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: the shape of the result of InnerProduct is unknown

// -----

// An inner product of rows has its outputs along the other axis than the batchnorm its channels.
func.func @rows(%x: tensor<4x6xf32>) -> tensor<4x4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x6xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x4xf32>
  %y = ncnn.batchnorm %a, %k, %k, %k, %k
    : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  func.return %y : tensor<4x4xf32>
}
// CHECK-LABEL: @rows
// CHECK:         ncnn.batchnorm %a
// REMARK-LABEL: @rows
// REMARK:        // missed: fuse-innerproduct-batchnorm: InnerProduct, BatchNorm: BatchNorm scales rows, the channels of InnerProduct are columns
