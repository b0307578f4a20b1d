// RUN: round-trip %s

// Products, C along rows and columns, everything transposed; an image of one row per channel.
func.func @main(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %i: tensor<4x1x6xf32>, %m: tensor<4xf32>, %n: tensor<1x5xf32>) {
  %0 = ncnn.gemm %a, %b : tensor<4x6xf32>, tensor<6x5xf32> -> tensor<4x5xf32>
  %1 = ncnn.gemm %i, %b plus %m : tensor<4xf32> alpha 2.000000e+00 beta 5.000000e-01 output_n1m : tensor<4x1x6xf32>, tensor<6x5xf32> -> tensor<4x1x5xf32>
  %2 = ncnn.gemm %b, %a plus %m : tensor<4xf32> transpose_a transpose_b constant_a constant_b constant_c m 5 n 4 k 6 broadcast_c 4 output_transpose : tensor<6x5xf32>, tensor<4x6xf32> -> tensor<4x5xf32>
  %3 = ncnn.gemm %a, %b plus %n : tensor<1x5xf32> fused_with(%0 : tensor<4x5xf32>) epilogue {
  ^bb0(%v: f32, %r: f32):
    %4 = arith.addf %v, %r : f32
    linalg.yield %4 : f32
  } : tensor<4x6xf32>, tensor<6x5xf32> -> tensor<4x5xf32>
  func.return
}

// Scales of int8 weights, and weights of 4 bits in blocks: 40 in 20 bytes.
func.func @quantized(%a: tensor<4x40xf32>, %b: tensor<5x40xi8>, %p: tensor<5x20xi8>, %s: tensor<5x2xf32>, %k: tensor<40xf32>, %o: tensor<1xf32>) {
  %0 = ncnn.gemm %a, %b b_scale %o : tensor<1xf32> transpose_b constant_b n 5 k 40 quantize_term 2 : tensor<4x40xf32>, tensor<5x40xi8> -> tensor<4x5xf32>
  %1 = ncnn.gemm %a, %p b_block_scales %s : tensor<5x2xf32> b_input_scales %k : tensor<40xf32> transpose_b constant_b n 5 k 40 quantize_term 410 : tensor<4x40xf32>, tensor<5x20xi8> -> tensor<4x5xf32>
  func.return
}
