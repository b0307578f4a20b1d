// RUN: ncnnc-opt %s -p expand-int8-gemm | filecheck %s

// Both inputs are rounded to int8: a with a scale for each row, b with one.
func.func @inputs(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32> {
  %y = ncnn.gemm %a, %b alpha 2.0 quantize_term 2
    : tensor<3x4xf32>, tensor<4x5xf32> -> tensor<3x5xf32>
  func.return %y : tensor<3x5xf32>
}
// CHECK-LABEL: @inputs
// CHECK:         %[[A:.*]] = ncnn.round_blocks %a size 4 : tensor<3x4xf32> -> tensor<3x4xf32>
// CHECK-NEXT:    %[[SIZE:.*]] = ncnn.unaryop abs %b
// CHECK-NEXT:    %[[MAX:.*]] = ncnn.reduction max %[[SIZE]] axes [0, 1] keepdims : tensor<4x5xf32> -> tensor<1x1xf32>
// CHECK-NEXT:    %[[MOST:.*]] = ncnn.reshape %[[MAX]] shape [1]
// CHECK-NEXT:    %[[B:.*]] = ncnn.round_blocks %b largest %[[MOST]] : tensor<1xf32> size 8
// CHECK-NEXT:    %y = ncnn.gemm %[[A]], %[[B]] alpha 2.000000e+00 :
// CHECK-NEXT:    func.return %y

// Rows of a transposed operand are its columns.
func.func @transposed(%a: tensor<4x1x3xf32>, %b: tensor<5x4xf32>) -> tensor<3x5xf32> {
  %y = ncnn.gemm %a, %b transpose_a transpose_b quantize_term 2
    : tensor<4x1x3xf32>, tensor<5x4xf32> -> tensor<3x5xf32>
  func.return %y : tensor<3x5xf32>
}
// CHECK-LABEL: @transposed
// CHECK:         %[[T:.*]] = ncnn.permute {{.*}} : tensor<4x3xf32> -> tensor<3x4xf32>
// CHECK-NEXT:    %[[A:.*]] = ncnn.round_blocks %[[T]] size 4
// CHECK:         ncnn.gemm %[[A]], %{{.*}} transpose_b : tensor<3x4xf32>, tensor<5x4xf32>

// If extents are known at run time, numbers are rounded by layers that take any, and multiplied as floats.
func.func @dynamic(%a: tensor<48x4xf32> {ncnn.extents = affine_map<()[s0] -> (s0, 4)>}, %b: tensor<4x5xf32>) -> tensor<48x5xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.gemm %a, %b quantize_term 2 {ncnn.extents = [affine_map<()[s0] -> (s0, 5)>]} : tensor<48x4xf32>, tensor<4x5xf32> -> tensor<48x5xf32>
  func.return %y : tensor<48x5xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         %[[SIZE:.*]] = ncnn.unaryop abs %a
// CHECK-NEXT:    %[[MAX:.*]] = ncnn.reduction max %[[SIZE]] axes [1] keepdims : tensor<48x4xf32> -> tensor<48x1xf32>
// CHECK-NEXT:    %[[BOUND:.*]] = ncnn.binaryop_scalar max %[[MAX]], 1.000000e-30
// CHECK-NEXT:    %[[SCALE:.*]] = ncnn.binaryop_scalar rdiv %[[BOUND]], 1.270000e+02
// CHECK-NEXT:    %[[STEPS:.*]] = ncnn.binaryop mul %[[SIZE]], %[[SCALE]]
// CHECK-NEXT:    %[[HALF:.*]] = ncnn.binaryop_scalar add %[[STEPS]], 5.000000e-01
// CHECK-NEXT:    %[[FLOOR:.*]] = ncnn.unaryop floor %[[HALF]]
// CHECK-NEXT:    %[[WHOLE:.*]] = ncnn.binaryop_scalar min %[[FLOOR]], 1.270000e+02
// CHECK-NEXT:    %[[LEFT:.*]] = ncnn.binaryop div %[[WHOLE]], %[[SCALE]]
// CHECK-NEXT:    %[[SIGN:.*]] = ncnn.unaryop sign %a
// CHECK-NEXT:    %[[A:.*]] = ncnn.binaryop mul %[[LEFT]], %[[SIGN]]
// CHECK:         ncnn.gemm %[[A]], %{{.*}} : tensor<48x4xf32>

// Rows of a stored b have a scale each, those of a are blocks of their own: whole fours of columns.
func.func @stored(%a: tensor<6x3xf32>) -> tensor<3x2xf32> {
  %w = ncnn.weight <"w"> dense<[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]]> : tensor<6x2xi8>
  %s = ncnn.weight <"s"> dense<2.0> : tensor<1xf32>
  %y = ncnn.gemm %a, %w b_scale %s : tensor<1xf32> transpose_a constant_b n 2 k 6 quantize_term 2
    : tensor<6x3xf32>, tensor<6x2xi8> -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}
// CHECK-LABEL: @stored
// CHECK:         %[[Q:.*]] = ncnn.weight <"{{.*}}int8{{.*}}"> : tensor<2x6xi8>
// CHECK-NEXT:    %[[S:.*]] = ncnn.weight <"{{.*}}scales{{.*}}"> : tensor<2x1xf32>
// CHECK-NEXT:    %[[B:.*]] = ncnn.dequantize_blocks %[[Q]], %[[S]] bits 8 size 8 : tensor<2x6xi8>, tensor<2x1xf32> -> tensor<2x6xf32>
// CHECK:         %[[T:.*]] = ncnn.permute %a
// CHECK:         %[[A:.*]] = ncnn.round_blocks %[[T]] size 8 : tensor<3x6xf32> -> tensor<3x6xf32>
// CHECK-NEXT:    ncnn.gemm %[[A]], %[[B]] transpose_b constant_b n 2 k 6 : tensor<3x6xf32>, tensor<2x6xf32> -> tensor<3x2xf32>

// A stored a is the second operand of the transposed product.
func.func @stored_a(%b: tensor<6x3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>) {
  %w = ncnn.weight <"w"> dense<[[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]> : tensor<2x6xi8>
  %s = ncnn.weight <"s"> dense<[2.0, 4.0]> : tensor<2xf32>
  %y = ncnn.gemm %w, %b a_scales %s : tensor<2xf32> alpha 3.0 constant_a m 2 k 6 quantize_term 2
    : tensor<2x6xi8>, tensor<6x3xf32> -> tensor<2x3xf32>
  %z = ncnn.gemm %w, %b a_scales %s : tensor<2xf32> constant_a m 2 k 6 output_transpose quantize_term 2
    : tensor<2x6xi8>, tensor<6x3xf32> -> tensor<3x2xf32>
  func.return %y, %z : tensor<2x3xf32>, tensor<3x2xf32>
}
// CHECK-LABEL: @stored_a
// CHECK:         %[[A:.*]] = ncnn.dequantize_blocks {{.*}} -> tensor<2x6xf32>
// CHECK:         %[[T:.*]] = ncnn.permute %b {{.*}} -> tensor<3x6xf32>
// CHECK:         %[[B:.*]] = ncnn.round_blocks %[[T]] largest
// CHECK-NEXT:    %y = ncnn.gemm %[[B]], %[[A]] alpha 3.000000e+00 transpose_b constant_b n 2 k 6 output_transpose : tensor<3x6xf32>, tensor<2x6xf32> -> tensor<2x3xf32>
// CHECK:         %z = ncnn.gemm {{.*}} transpose_b constant_b n 2 k 6 : tensor<3x6xf32>, tensor<2x6xf32> -> tensor<3x2xf32>

// Not if something is added to the product.
func.func @stored_a_and_c(%b: tensor<6x3xf32>, %c: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %w = ncnn.weight <"w"> dense<1> : tensor<2x6xi8>
  %s = ncnn.weight <"s"> dense<[2.0, 4.0]> : tensor<2xf32>
  %y = ncnn.gemm %w, %b plus %c : tensor<2x3xf32> a_scales %s : tensor<2xf32> constant_a m 2 k 6 quantize_term 2
    : tensor<2x6xi8>, tensor<6x3xf32> -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}
// CHECK-LABEL: @stored_a_and_c
// CHECK-NOT:     ncnn.dequantize_blocks
// CHECK:         ncnn.gemm %{{.*}}, %{{.*}} plus %c

// Float32 products stay, and so do weights whose integers are not known.
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

// Of an unknown shape no row can be told.
func.func @unknown(%a: tensor<*xf32>, %b: tensor<4x5xf32>) -> tensor<*xf32> {
  %y = ncnn.gemm %a, %b quantize_term 2 : tensor<*xf32>, tensor<4x5xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    ncnn.gemm %a, %b quantize_term 2

// B of 4 bits stays as it is stored, and A is only scaled.
func.func @blocks_of_4_bits(%a: tensor<3x4xf32>) -> tensor<3x2xf32> {
  %w = ncnn.weight <"w"> dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %s = ncnn.weight <"s"> dense<[[2.0], [4.0]]> : tensor<2x1xf32>
  %i = ncnn.weight <"i"> : tensor<4xf32>
  %y = ncnn.gemm %a, %w b_block_scales %s : tensor<2x1xf32> b_input_scales %i : tensor<4xf32>
    transpose_b constant_b n 2 k 4 quantize_term 410 : tensor<3x4xf32>, tensor<2x2xi8> -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}
// CHECK-LABEL: @blocks_of_4_bits
// CHECK:         %[[B:.*]] = ncnn.dequantize_blocks %w, %s bits 4 size 32 : tensor<2x2xi8>, tensor<2x1xf32> -> tensor<2x4xf32>
// CHECK:         %[[I:.*]] = ncnn.reshape %i shape [1, 4]
// CHECK-NEXT:    %[[A:.*]] = ncnn.binaryop mul %a, %[[I]]
// CHECK-NEXT:    ncnn.gemm %[[A]], %[[B]] transpose_b constant_b n 2 k 4 : tensor<3x4xf32>, tensor<2x4xf32> -> tensor<3x2xf32>

// Where it is of 8 bits each block of a row of A is rounded; the last one is shorter than the others.
func.func @blocks_of_8_bits(%a: tensor<3x40xf32>) -> tensor<3x2xf32> {
  %w = ncnn.weight <"w"> dense<1> : tensor<2x40xi8>
  %s = ncnn.weight <"s"> dense<2.0> : tensor<2x2xf32>
  %y = ncnn.gemm %a, %w b_block_scales %s : tensor<2x2xf32> transpose_b constant_b n 2 k 40
    quantize_term 800 : tensor<3x40xf32>, tensor<2x40xi8> -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}
// CHECK-LABEL: @blocks_of_8_bits
// CHECK:         ncnn.dequantize_blocks
// CHECK-NEXT:    ncnn.round_blocks %a size 32 : tensor<3x40xf32> -> tensor<3x40xf32>
// CHECK-NEXT:    ncnn.gemm

// Integers that are computed have no form that a kernel reads.
func.func @computed_blocks(%a: tensor<3x4xf32>, %w: tensor<2x2xi8>) -> tensor<3x2xf32> {
  %s = ncnn.weight <"s"> dense<[[2.0], [4.0]]> : tensor<2x1xf32>
  %y = ncnn.gemm %a, %w b_block_scales %s : tensor<2x1xf32> transpose_b constant_b n 2 k 4
    quantize_term 400 : tensor<3x4xf32>, tensor<2x2xi8> -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}
// CHECK-LABEL: @computed_blocks
// CHECK:         quantize_term 400
