// RUN: ncnnc-opt %s -p expand-int8-gemm --split-input-file | filecheck %s

// Both inputs are rounded to int8: a with a scale for each row, b with one.
func.func @inputs(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32> {
  %y = ncnn.gemm %a, %b alpha 2.0 quantize_term 2
    : tensor<3x4xf32>, tensor<4x5xf32> -> tensor<3x5xf32>
  func.return %y : tensor<3x5xf32>
}
// CHECK-LABEL: @inputs
// CHECK:         %[[SIZE:.*]] = ncnn.unaryop abs %a
// CHECK-NEXT:    %[[MAX:.*]] = ncnn.reduction max %[[SIZE]] axes [1] keepdims : tensor<3x4xf32> -> tensor<3x1xf32>
// CHECK-NEXT:    %[[BOUND:.*]] = ncnn.binaryop_scalar max %[[MAX]], 1.000000e-30
// CHECK-NEXT:    %[[SCALE:.*]] = ncnn.binaryop_scalar rdiv %[[BOUND]], 1.270000e+02
// CHECK-NEXT:    %[[STEPS:.*]] = ncnn.binaryop mul %[[SIZE]], %[[SCALE]]
// CHECK-NEXT:    %[[HALF:.*]] = ncnn.binaryop_scalar add %[[STEPS]], 5.000000e-01
// CHECK-NEXT:    %[[FLOOR:.*]] = ncnn.unaryop floor %[[HALF]]
// CHECK-NEXT:    %[[WHOLE:.*]] = ncnn.binaryop_scalar min %[[FLOOR]], 1.270000e+02
// CHECK-NEXT:    %[[LEFT:.*]] = ncnn.binaryop div %[[WHOLE]], %[[SCALE]]
// CHECK-NEXT:    %[[SIGN:.*]] = ncnn.unaryop sign %a
// CHECK-NEXT:    %[[A:.*]] = ncnn.binaryop mul %[[LEFT]], %[[SIGN]]
// CHECK:         ncnn.reduction max %{{.*}} axes [0, 1] keepdims : tensor<4x5xf32> -> tensor<1x1xf32>
// CHECK:         %y = ncnn.gemm %[[A]], %{{.*}} alpha 2.000000e+00 :
// CHECK-NEXT:    func.return %y

// -----

// Rows of a transposed operand are its columns.
func.func @transposed(%a: tensor<4x1x3xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32> {
  %y = ncnn.gemm %a, %b transpose_a quantize_term 2
    : tensor<4x1x3xf32>, tensor<4x5xf32> -> tensor<3x5xf32>
  func.return %y : tensor<3x5xf32>
}
// CHECK-LABEL: @transposed
// CHECK:         ncnn.reduction max %{{.*}} axes [0, 1] keepdims : tensor<4x1x3xf32> -> tensor<1x1x3xf32>

// -----

// Float32 products stay, and so do stored int8 weights.
func.func @others(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x5xi8>
  %s = ncnn.weight <"s"> : tensor<1xf32>
  %y = ncnn.gemm %a, %b : tensor<3x4xf32>, tensor<4x5xf32> -> tensor<3x5xf32>
  %z = ncnn.gemm %a, %w b_scale %s : tensor<1xf32> constant_b n 5 k 4 quantize_term 2
    : tensor<3x4xf32>, tensor<4x5xi8> -> tensor<3x5xf32>
  func.return %y, %z : tensor<3x5xf32>, tensor<3x5xf32>
}
// CHECK-LABEL: @others
// CHECK-NOT:     ncnn.unaryop
// CHECK:         quantize_term 2

// -----

// Of an unknown shape no row can be told.
func.func @unknown(%a: tensor<*xf32>, %b: tensor<4x5xf32>) -> tensor<*xf32> {
  %y = ncnn.gemm %a, %b quantize_term 2 : tensor<*xf32>, tensor<4x5xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    ncnn.gemm %a, %b quantize_term 2
