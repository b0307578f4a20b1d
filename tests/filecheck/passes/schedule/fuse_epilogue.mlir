// RUN: ncnnc-opt %s -p fuse-epilogue | filecheck %s

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

// Where i32 holds what is rounded a ReLU is the least result.
func.func @bounded_sums(%x: tensor<4x5x5xi8>) -> tensor<6x3x3xi8> {
  %w = ncnn.weight <"w"> : tensor<6x4x3x3xi8>
  %f = ncnn.weight <"f"> : tensor<6xf32>
  %s = ncnn.weight <"s"> dense<[2.5]> : tensor<1xf32>
  %0 = ncnn.convolution %x, %w : tensor<4x5x5xi8>, tensor<6x4x3x3xi8> -> tensor<6x3x3xi32>
  %1 = ncnn.requantize %0, %f, %s activation relu bounded : (tensor<6x3x3xi32>, tensor<6xf32>, tensor<1xf32>) -> tensor<6x3x3xi8>
  func.return %1 : tensor<6x3x3xi8>
}
// CHECK-LABEL: @bounded_sums
// CHECK:           %[[SCALED:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK-NEXT:      %[[STEPS:.*]] = arith.mulf %[[SCALED]], %{{.*}} fastmath<contract> : f32
// CHECK-NEXT:      simd.to_int8 %[[STEPS]] bounded non_negative

// Sums of int8 become int8 again, by one scale for all, or float32 with what is added to them.
func.func @sums_of_int8(%x: tensor<4x5x5xi8>, %r: tensor<6x3x3xf32>) -> (tensor<6x3x3xi8>, tensor<6x3x3xf32>) {
  %w = ncnn.weight <"w"> : tensor<6x4x3x3xi8>
  %f = ncnn.weight <"f"> : tensor<6xf32>
  %b = ncnn.weight <"b"> : tensor<6xf32>
  %s = ncnn.weight <"s"> dense<[2.5]> : tensor<1xf32>
  %0 = ncnn.convolution %x, %w : tensor<4x5x5xi8>, tensor<6x4x3x3xi8> -> tensor<6x3x3xi32>
  %1 = ncnn.requantize %0, %f, %s bias %b activation relu : (tensor<6x3x3xi32>, tensor<6xf32>, tensor<1xf32>, tensor<6xf32>) -> tensor<6x3x3xi8>
  %2 = ncnn.convolution %x, %w : tensor<4x5x5xi8>, tensor<6x4x3x3xi8> -> tensor<6x3x3xi32>
  %3 = ncnn.dequantize %2, %f : (tensor<6x3x3xi32>, tensor<6xf32>) -> tensor<6x3x3xf32>
  %4 = ncnn.eltwise sum %3, %r : (tensor<6x3x3xf32>, tensor<6x3x3xf32>) -> tensor<6x3x3xf32>
  func.return %1, %4 : tensor<6x3x3xi8>, tensor<6x3x3xf32>
}
// CHECK-LABEL: @sums_of_int8
// CHECK:         ncnn.convolution %x, %w fused_with(%f, %b : tensor<6xf32>, tensor<6xf32>) epilogue {
// CHECK-NEXT:    ^bb{{[0-9]+}}(%[[SUM:.*]]: i32, %[[F:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT:      %[[S:.*]] = arith.constant 2.500000e+00 : f32
// CHECK-NEXT:      %[[FLOAT:.*]] = arith.sitofp %[[SUM]] : i32 to f32
// CHECK-NEXT:      %[[SCALED:.*]] = arith.mulf %[[FLOAT]], %[[F]] fastmath<contract> : f32
// CHECK-NEXT:      %[[BIASED:.*]] = arith.addf %[[SCALED]], %[[B]] fastmath<contract> : f32
// CHECK:           %[[RELU:.*]] = simd.maximum %{{.*}}, %[[BIASED]] : f32
// CHECK-NEXT:      arith.mulf %[[RELU]], %[[S]] fastmath<contract> : f32
// CHECK-NEXT:      %[[BYTE:.*]] = simd.to_int8 %{{.*}}
// CHECK-NEXT:      linalg.yield %[[BYTE]] : i8
// CHECK-NEXT:    } : tensor<4x5x5xi8>, tensor<6x4x3x3xi8> -> tensor<6x3x3xi8>
// CHECK:         ncnn.convolution %x, %w fused_with(%f, %r : tensor<6xf32>, tensor<6x3x3xf32>) epilogue {
// CHECK-NEXT:    ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK:           linalg.yield %{{.*}} : f32
// CHECK-NEXT:    } : tensor<4x5x5xi8>, tensor<6x4x3x3xi8> -> tensor<6x3x3xf32>

// One scale for each output of an inner product, whose rows are many or one.
func.func @inner_products(%x: tensor<5x4xi8>, %v: tensor<4xi8>) -> (tensor<5x6xf32>, tensor<6xf32>) {
  %w = ncnn.weight <"w"> : tensor<6x4xi8>
  %f = ncnn.weight <"f"> : tensor<6xf32>
  %0 = ncnn.innerproduct %x, %w : tensor<5x4xi8>, tensor<6x4xi8> -> tensor<5x6xi32>
  %1 = ncnn.dequantize %0, %f axis 1 : (tensor<5x6xi32>, tensor<6xf32>) -> tensor<5x6xf32>
  %2 = ncnn.innerproduct %v, %w : tensor<4xi8>, tensor<6x4xi8> -> tensor<6xi32>
  %3 = ncnn.dequantize %2, %f axis 0 : (tensor<6xi32>, tensor<6xf32>) -> tensor<6xf32>
  func.return %1, %3 : tensor<5x6xf32>, tensor<6xf32>
}
// CHECK-LABEL: @inner_products
// CHECK-NOT:     ncnn.dequantize
// CHECK:         func.return

// What sums floats stores floats; a constant that the IR does not show, and a scale for each row of
// an inner product, are no operands of an epilogue.
func.func @others(%x: tensor<4x5x5xf32>, %q: tensor<5x4xi8>) -> (tensor<6x3x3xi8>, tensor<5x6xf32>, tensor<5x6xf32>) {
  %w = ncnn.weight <"w"> : tensor<6x4x3x3xf32>
  %s = ncnn.weight <"s"> dense<[2.5]> : tensor<1xf32>
  %u = ncnn.weight <"u"> : tensor<1xf32>
  %i = ncnn.weight <"i"> : tensor<6x4xi8>
  %f = ncnn.weight <"f"> : tensor<5xf32>
  %0 = ncnn.convolution %x, %w : tensor<4x5x5xf32>, tensor<6x4x3x3xf32> -> tensor<6x3x3xf32>
  %1 = ncnn.quantize %0, %s : (tensor<6x3x3xf32>, tensor<1xf32>) -> tensor<6x3x3xi8>
  %2 = ncnn.innerproduct %q, %i : tensor<5x4xi8>, tensor<6x4xi8> -> tensor<5x6xi32>
  %3 = ncnn.dequantize %2, %u : (tensor<5x6xi32>, tensor<1xf32>) -> tensor<5x6xf32>
  %4 = ncnn.innerproduct %q, %i : tensor<5x4xi8>, tensor<6x4xi8> -> tensor<5x6xi32>
  %5 = ncnn.dequantize %4, %f : (tensor<5x6xi32>, tensor<5xf32>) -> tensor<5x6xf32>
  func.return %1, %3, %5 : tensor<6x3x3xi8>, tensor<5x6xf32>, tensor<5x6xf32>
}
// CHECK-LABEL: @others
// CHECK:         ncnn.quantize
// CHECK:         ncnn.dequantize
// CHECK:         ncnn.dequantize
// CHECK-NOT:     fused_with
