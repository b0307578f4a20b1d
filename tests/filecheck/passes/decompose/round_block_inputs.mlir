// RUN: ncnnc-opt %s -p round-block-inputs | filecheck %s

// Rows are rounded in the blocks of the matrix; those of a turned A before it is turned.
func.func @few_bits(%a: tensor<3x4xf32>, %t: tensor<4x3xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %w = ncnn.weight <"w"> : tensor<2x2xi8>
  %s = ncnn.weight <"s"> : tensor<2x1xf32>
  %b = ncnn.dequantize_blocks %w, %s bits 4 size 64 : tensor<2x2xi8>, tensor<2x1xf32> -> tensor<2x4xf32>
  %y = ncnn.gemm %a, %b transpose_b constant_b n 2 k 4 : tensor<3x4xf32>, tensor<2x4xf32> -> tensor<3x2xf32>
  %z = ncnn.gemm %t, %b transpose_a transpose_b constant_b n 2 k 4 : tensor<4x3xf32>, tensor<2x4xf32> -> tensor<3x2xf32>
  func.return %y, %z : tensor<3x2xf32>, tensor<3x2xf32>
}
// CHECK-LABEL: @few_bits
// CHECK:         [[A:%.*]] = ncnn.round_blocks %a size 64 : tensor<3x4xf32> -> tensor<3x4xf32>
// CHECK-NEXT:    ncnn.gemm [[A]], %b
// CHECK-NEXT:    [[P:%.*]] = ncnn.permute %t
// CHECK-NEXT:    [[R:%.*]] = ncnn.round_blocks [[P]] size 64
// CHECK-NEXT:    [[T:%.*]] = ncnn.permute [[R]]
// CHECK-NEXT:    ncnn.gemm [[T]], %b

// Those of 8 bits are rounded already.
func.func @rounded(%a: tensor<3x4xf32>) -> tensor<3x2xf32> {
  %w = ncnn.weight <"w"> : tensor<2x4xi8>
  %s = ncnn.weight <"s"> : tensor<2x1xf32>
  %b = ncnn.dequantize_blocks %w, %s bits 8 size 32 : tensor<2x4xi8>, tensor<2x1xf32> -> tensor<2x4xf32>
  %r = ncnn.round_blocks %a size 32 : tensor<3x4xf32> -> tensor<3x4xf32>
  %y = ncnn.gemm %r, %b transpose_b constant_b n 2 k 4 : tensor<3x4xf32>, tensor<2x4xf32> -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}
// CHECK-LABEL: @rounded
// CHECK-COUNT-1: ncnn.round_blocks
// CHECK-NEXT:    ncnn.gemm

// Matrices that are stored otherwise are not concerned.
func.func @floats(%a: tensor<3x4xf32>, %b: tensor<2x4xf32>) -> tensor<3x2xf32> {
  %y = ncnn.gemm %a, %b transpose_b : tensor<3x4xf32>, tensor<2x4xf32> -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}
// CHECK-LABEL: @floats
// CHECK-NOT:     ncnn.round_blocks
// CHECK:         ncnn.gemm %a, %b
