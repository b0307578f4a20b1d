// RUN: ncnnc-opt %s -p fuse-epilogue --split-input-file | filecheck %s

// A residual comes after bias and activation. It is computed after the convolution, which therefore
// moves down.
func.func @residual(%x: tensor<8x4x4xf32>) -> tensor<8x4x4xf32> {
  %w = ncnn.weight <"w"> : tensor<8x8x1x1xf32>
  %b = ncnn.weight <"b"> : tensor<8xf32>
  %y = ncnn.convolution %x, %w bias %b : tensor<8xf32> activation relu : tensor<8x4x4xf32>, tensor<8x8x1x1xf32> -> tensor<8x4x4xf32>
  %r = ncnn.sigmoid %x : (tensor<8x4x4xf32>) -> tensor<8x4x4xf32>
  %z = ncnn.binaryop sub %r, %y : (tensor<8x4x4xf32>, tensor<8x4x4xf32>) -> tensor<8x4x4xf32>
  func.return %z : tensor<8x4x4xf32>
}
// CHECK-LABEL: @residual
// CHECK:         %r = ncnn.sigmoid %x
// CHECK-NEXT:    %y = ncnn.convolution %x, %w bias %b : tensor<8xf32> activation relu fused_with(%r : tensor<8x4x4xf32>) epilogue {
// CHECK-NEXT:    ^bb0([[Y:%.*]]: f32, [[R:%.*]]: f32):
// CHECK-NEXT:      [[OUT:%.*]] = arith.subf [[R]], [[Y]] : f32
// CHECK-NEXT:      linalg.yield [[OUT]] : f32
// CHECK-NEXT:    } : tensor<8x4x4xf32>, tensor<8x8x1x1xf32> -> tensor<8x4x4xf32>
// CHECK-NEXT:    func.return %y

// -----

// A chain of consumers; one value for each channel; the inner product.
func.func @chain(%x: tensor<8x4x4xf32>, %v: tensor<8xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<8x1x3x3xf32>
  %u = ncnn.weight <"u"> : tensor<4x32xf32>
  %y = ncnn.convolution_depthwise %x, %w group 8 : tensor<8x4x4xf32>, tensor<8x1x3x3xf32> -> tensor<8x2x2xf32>
  %a = ncnn.binaryop mul %y, %v : (tensor<8x2x2xf32>, tensor<8xf32>) -> tensor<8x2x2xf32>
  %b = ncnn.absval %a : (tensor<8x2x2xf32>) -> tensor<8x2x2xf32>
  %c = ncnn.innerproduct %b, %u activation sigmoid : tensor<8x2x2xf32>, tensor<4x32xf32> -> tensor<4xf32>
  func.return %c : tensor<4xf32>
}
// CHECK-LABEL: @chain
// CHECK:         %y = ncnn.convolution_depthwise %x, %w group 8 fused_with(%v : tensor<8xf32>) epilogue {
// CHECK:           arith.mulf
// CHECK:           math.absf
// CHECK:         ncnn.innerproduct %y, %u activation sigmoid : tensor<8x2x2xf32>

// -----

// Left alone: a result with two uses, a consumer of another shape, operands that broadcast otherwise,
// an op without a scalar meaning, another block's op.
func.func @kept(%x: tensor<8x4x4xf32>, %row: tensor<4xf32>, %plane: tensor<1x4x4xf32>, %big: tensor<8x4x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<8x8x1x1xf32>
  %u = ncnn.weight <"u"> : tensor<1x8x1x1xf32>
  %0 = ncnn.convolution %x, %w : tensor<8x4x4xf32>, tensor<8x8x1x1xf32> -> tensor<8x4x4xf32>
  %1 = ncnn.binaryop add %0, %0 : (tensor<8x4x4xf32>, tensor<8x4x4xf32>) -> tensor<8x4x4xf32>
  %2 = ncnn.convolution %x, %u : tensor<8x4x4xf32>, tensor<1x8x1x1xf32> -> tensor<1x4x4xf32>
  %3 = ncnn.binaryop add %2, %big : (tensor<1x4x4xf32>, tensor<8x4x4xf32>) -> tensor<8x4x4xf32>
  %4 = ncnn.convolution %x, %w : tensor<8x4x4xf32>, tensor<8x8x1x1xf32> -> tensor<8x4x4xf32>
  %5 = ncnn.binaryop add %4, %row : (tensor<8x4x4xf32>, tensor<4xf32>) -> tensor<8x4x4xf32>
  %6 = ncnn.convolution %x, %w : tensor<8x4x4xf32>, tensor<8x8x1x1xf32> -> tensor<8x4x4xf32>
  %7 = ncnn.binaryop add %6, %plane : (tensor<8x4x4xf32>, tensor<1x4x4xf32>) -> tensor<8x4x4xf32>
  %8 = ncnn.convolution %x, %w : tensor<8x4x4xf32>, tensor<8x8x1x1xf32> -> tensor<8x4x4xf32>
  %9 = ncnn.softmax %8 : tensor<8x4x4xf32> -> tensor<8x4x4xf32>
  func.return
}
// CHECK-LABEL: @kept
// CHECK-NOT:     epilogue
// CHECK:         ncnn.binaryop add %0, %0
// CHECK:         ncnn.binaryop add %2, %big
// CHECK:         ncnn.binaryop add %4, %row
// CHECK:         ncnn.binaryop add %6, %plane
// CHECK:         ncnn.softmax %8

// -----

// A Gemm takes elements at the same place; its own C stays with it. One that is turned afterwards
// takes functions of one value alone.
func.func @gemm(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %c: tensor<5xf32>, %r: tensor<4x5xf32>, %s: tensor<5x4xf32>) -> (tensor<4x5xf32>, tensor<5x4xf32>) {
  %0 = ncnn.gemm %a, %b plus %c : tensor<5xf32> alpha 2.0 : tensor<4x6xf32>, tensor<6x5xf32> -> tensor<4x5xf32>
  %1 = ncnn.gelu %0 fast : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = ncnn.binaryop add %r, %1 : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %3 = ncnn.gemm %a, %b output_transpose : tensor<4x6xf32>, tensor<6x5xf32> -> tensor<5x4xf32>
  %4 = ncnn.absval %3 : (tensor<5x4xf32>) -> tensor<5x4xf32>
  %5 = ncnn.binaryop add %4, %s : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  func.return %2, %5 : tensor<4x5xf32>, tensor<5x4xf32>
}
// CHECK-LABEL: @gemm
// CHECK:         ncnn.gemm %a, %b plus %c : tensor<5xf32> alpha 2.000000e+00 fused_with(%r : tensor<4x5xf32>) epilogue {
// CHECK:           math.exp
// CHECK:           arith.addf
// CHECK:           linalg.yield
// CHECK:         [[T:%.*]] = ncnn.gemm %a, %b output_transpose epilogue {
// CHECK:           math.absf
// CHECK:         ncnn.binaryop add [[T]], %s
