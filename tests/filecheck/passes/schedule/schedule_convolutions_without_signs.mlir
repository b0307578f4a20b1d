// RUN: ncnnc-opt %s -p 'attach-target{target="wasm+relaxed"},schedule-convolutions' --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="wasm"},schedule-convolutions' --split-input-file | filecheck %s --check-prefix=PLAIN

// Layers whose input has no negative numbers are multiplied by an instruction for these.
!f = tensor<16x8x8xf32>
!x = tensor<16x8x8xi8>
func.func @made_by_an_epilogue(%x: !x) -> tensor<16x8x8xi32> {
  %w = ncnn.weight <"w"> : tensor<16x16x1x1xi8>
  // CHECK-LABEL: @made_by_an_epilogue
  // CHECK: product = #target.product<"wasm", "i32x4.dot_i16x8_s">
  %y = ncnn.convolution %x, %w algorithm tiled epilogue {
  ^bb0(%sum: i32):
    %zero = arith.constant 0.0 : f32
    %scale = arith.constant 0.01 : f32
    %float = arith.sitofp %sum : i32 to f32
    %relu = simd.maximum %float, %zero : f32
    %scaled = arith.mulf %relu, %scale : f32
    %byte = simd.to_int8 %scaled
    linalg.yield %byte : i8
  } : !x, tensor<16x16x1x1xi8> -> !x
  %both = ncnn.concat %y, %y : (!x, !x) -> tensor<32x8x8xi8>
  %v = ncnn.weight <"v"> : tensor<16x32x1x1xi8>
  // CHECK: product = #target.product<"wasm", "i32x4.relaxed_dot_i8x16_i7x16_add_s">
  // PLAIN-NOT: relaxed
  %z = ncnn.convolution %both, %v algorithm tiled : tensor<32x8x8xi8>, tensor<16x32x1x1xi8> -> tensor<16x8x8xi32>
  func.return %z : tensor<16x8x8xi32>
}

// -----

!f = tensor<16x8x8xf32>
!x = tensor<16x8x8xi8>
func.func @quantized(%f: !f) -> (tensor<16x8x8xi32>, tensor<16x8x8xi32>) {
  %w = ncnn.weight <"w"> : tensor<16x16x1x1xf32>
  %r = ncnn.convolution %f, %w algorithm gemm epilogue {
  ^bb0(%sum: f32):
    %zero = arith.constant 0.0 : f32
    %relu = simd.maximum %sum, %zero : f32
    linalg.yield %relu : f32
  } : !f, tensor<16x16x1x1xf32> -> !f
  %pooled = ncnn.pooling max %r kernel [3, 3] pad [1, 1, 1, 1] : !f -> !f
  %scale = ncnn.weight <"scale"> dense<0.5> : tensor<1xf32>
  %minus = ncnn.weight <"minus"> dense<-0.5> : tensor<1xf32>
  %q = ncnn.quantize %pooled, %scale : (!f, tensor<1xf32>) -> !x
  %n = ncnn.quantize %pooled, %minus : (!f, tensor<1xf32>) -> !x
  %v = ncnn.weight <"v"> : tensor<16x16x1x1xi8>
  // CHECK-LABEL: @quantized
  // CHECK: ncnn.convolution %q{{.*}}relaxed_dot
  %a = ncnn.convolution %q, %v algorithm tiled : !x, tensor<16x16x1x1xi8> -> tensor<16x8x8xi32>
  // CHECK: ncnn.convolution %n{{.*}}i32x4.dot_i16x8_s
  %b = ncnn.convolution %n, %v algorithm tiled : !x, tensor<16x16x1x1xi8> -> tensor<16x8x8xi32>
  func.return %a, %b : tensor<16x8x8xi32>, tensor<16x8x8xi32>
}

// -----

!x = tensor<16x8x8xi8>
func.func @may_be_negative(%x: !x) -> (tensor<16x8x8xi32>, tensor<16x10x10xi32>) {
  %w = ncnn.weight <"w"> : tensor<16x16x1x1xi8>
  %leaky = ncnn.convolution %x, %w algorithm tiled epilogue {
  ^bb0(%sum: i32):
    %slope = arith.constant 0.1 : f32
    %float = arith.sitofp %sum : i32 to f32
    %less = arith.mulf %float, %slope : f32
    %relu = simd.maximum %float, %less : f32
    %byte = simd.to_int8 %relu
    linalg.yield %byte : i8
  } : !x, tensor<16x16x1x1xi8> -> !x
  %relu = ncnn.convolution %x, %w algorithm tiled epilogue {
  ^bb0(%sum: i32):
    %zero = arith.constant 0.0 : f32
    %float = arith.sitofp %sum : i32 to f32
    %positive = simd.maximum %float, %zero : f32
    %byte = simd.to_int8 %positive
    linalg.yield %byte : i8
  } : !x, tensor<16x16x1x1xi8> -> !x
  %padded = ncnn.padding constant %relu before [0, 1, 1] after [0, 1, 1] value -1.0 : !x -> tensor<16x10x10xi8>
  // CHECK-LABEL: @may_be_negative
  // CHECK-NOT: relaxed_dot
  %a = ncnn.convolution %leaky, %w algorithm tiled : !x, tensor<16x16x1x1xi8> -> tensor<16x8x8xi32>
  %b = ncnn.convolution %padded, %w algorithm tiled : tensor<16x10x10xi8>, tensor<16x16x1x1xi8> -> tensor<16x10x10xi32>
  func.return %a, %b : tensor<16x8x8xi32>, tensor<16x10x10xi32>
}
