// RUN: round-trip %s

// Inputs of their own for queries, keys and values, and a mask; one input for all.
func.func @main(%q: tensor<4x6xf32>, %k: tensor<5x6xf32>, %s: tensor<5x7xf32>, %m: tensor<4x5xf32>, %w: tensor<6x6xf32>, %v: tensor<6x7xf32>, %b: tensor<6xf32>) {
  %0 = ncnn.multiheadattention %q, %k, %s : tensor<4x6xf32>, tensor<5x6xf32>, tensor<5x7xf32> mask %m : tensor<4x5xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %v : tensor<6x7xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 num_heads 2 query_dim 6 key_dim 6 value_dim 7 scale 5.000000e-01 -> tensor<4x6xf32>
  %1 = ncnn.multiheadattention %q : tensor<4x6xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %w : tensor<6x6xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 query_dim 6 key_dim 6 value_dim 6 scale 2.500000e-01 -> tensor<4x6xf32>
  func.return
}

// Weights of 8 bits, whole and in blocks.
func.func @quantized(%q: tensor<4x6xf32>, %w: tensor<6x6xi8>, %b: tensor<6xf32>, %o: tensor<1xf32>, %s: tensor<6x1xf32>) {
  %0 = ncnn.multiheadattention %q : tensor<4x6xf32> query %w : tensor<6x6xi8> bias %b : tensor<6xf32> key %w : tensor<6x6xi8> bias %b : tensor<6xf32> value %w : tensor<6x6xi8> bias %b : tensor<6xf32> out %w : tensor<6x6xi8> bias %b : tensor<6xf32> query_scales %b : tensor<6xf32> key_scales %b : tensor<6xf32> value_scales %b : tensor<6xf32> out_scales %o : tensor<1xf32> embed_dim 6 query_dim 6 key_dim 6 value_dim 6 scale 5.000000e-01 quantize_term 2 -> tensor<4x6xf32>
  %1 = ncnn.multiheadattention %q : tensor<4x6xf32> query %w : tensor<6x6xi8> bias %b : tensor<6xf32> key %w : tensor<6x6xi8> bias %b : tensor<6xf32> value %w : tensor<6x6xi8> bias %b : tensor<6xf32> out %w : tensor<6x6xi8> bias %b : tensor<6xf32> query_scales %s : tensor<6x1xf32> key_scales %s : tensor<6x1xf32> value_scales %s : tensor<6x1xf32> out_scales %s : tensor<6x1xf32> query_input_scales %b : tensor<6xf32> key_input_scales %b : tensor<6xf32> value_input_scales %b : tensor<6xf32> out_input_scales %b : tensor<6xf32> embed_dim 6 query_dim 6 key_dim 6 value_dim 6 scale 5.000000e-01 quantize_term 810 -> tensor<4x6xf32>
  func.return
}

// Query t sees the keys up to its own.
func.func @causal(%x: tensor<4x6xf32>, %w: tensor<6x6xf32>, %b: tensor<6xf32>, %q: tensor<6x4x8xf32>, %k: tensor<2x5x8xf32>) {
  %0 = ncnn.multiheadattention %x : tensor<4x6xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %w : tensor<6x6xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 query_dim 6 key_dim 6 value_dim 6 scale 2.500000e-01 causal -> tensor<4x6xf32>
  %1 = ncnn.sdpa %q, %k, %k scale 5.000000e-01 causal : tensor<6x4x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32> -> tensor<6x4x8xf32>
  func.return
}

// A cache of other rows grows by those of a run.
func.func @appends(%x: tensor<3x8xf32>, %z: tensor<6x8xf32>, %p: tensor<2x5x4xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>) {
  %y, %k, %v = ncnn.multiheadattention %x, %z : tensor<3x8xf32>, tensor<6x8xf32> caches %p, %p : tensor<2x5x4xf32>, tensor<2x5x4xf32> query %w : tensor<8x8xf32> bias %b : tensor<8xf32> key %w : tensor<8x8xf32> bias %b : tensor<8xf32> value %w : tensor<8x8xf32> bias %b : tensor<8xf32> out %w : tensor<8x8xf32> bias %b : tensor<8xf32> embed_dim 8 num_heads 2 query_dim 8 key_dim 8 value_dim 8 scale 5.000000e-01 kv_cache appends -> tensor<3x8xf32>, tensor<2x11x4xf32>, tensor<2x11x4xf32>
  func.return
}

// Heads side by side; six share the keys of two. Caches grow.
func.func @sdpa(%q: tensor<6x4x8xf32>, %k: tensor<2x5x8xf32>, %v: tensor<2x5x7xf32>, %m: tensor<6x4x5xf32>) {
  %0 = ncnn.sdpa %q, %k, %v : tensor<6x4x8xf32>, tensor<2x5x8xf32>, tensor<2x5x7xf32> -> tensor<6x4x7xf32>
  %1 = ncnn.sdpa %q, %k, %v mask %m : tensor<6x4x5xf32> scale 5.000000e-01 int8_scale_term 2 : tensor<6x4x8xf32>, tensor<2x5x8xf32>, tensor<2x5x7xf32> -> tensor<6x4x7xf32>
  %2, %3, %4 = ncnn.sdpa %q, %k, %v caches %k, %v : tensor<2x5x8xf32>, tensor<2x5x7xf32> kv_cache : tensor<6x4x8xf32>, tensor<2x5x8xf32>, tensor<2x5x7xf32> -> tensor<6x4x7xf32>, tensor<2x10x8xf32>, tensor<2x10x7xf32>
  func.return
}
