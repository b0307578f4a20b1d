// RUN: verify-diagnostics %s

func.func @main(%q: tensor<4x6xf32>, %w: tensor<6x6xf32>, %b: tensor<6xf32>, %k: tensor<4x7xf32>, %v: tensor<5x6xf32>, %m: tensor<3x4x4xf32>, %v1: tensor<6x7xf32>, %q1: tensor<5x4x8xf32>, %k1: tensor<2x5x8xf32>, %q2: tensor<4x8xf32>, %q3: tensor<1x4x8xf32>, %m5: tensor<5x5xf32>) {
  // expected-error @+1 {{embed_dim 6 does not divide into 4 heads}}
  ncnn.multiheadattention %q : tensor<4x6xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %w : tensor<6x6xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 num_heads 4 query_dim 6 key_dim 6 value_dim 6 scale 0.5 -> tensor<4x6xf32>
  // expected-error @+1 {{key has shape [4, 7], its weights are for 6}}
  ncnn.multiheadattention %q, %k : tensor<4x6xf32>, tensor<4x7xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %w : tensor<6x6xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 query_dim 6 key_dim 6 value_dim 6 scale 0.5 -> tensor<4x6xf32>
  // expected-error @+1 {{4 keys for 5 values}}
  ncnn.multiheadattention %q, %q, %v : tensor<4x6xf32>, tensor<4x6xf32>, tensor<5x6xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %w : tensor<6x6xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 query_dim 6 key_dim 6 value_dim 6 scale 0.5 -> tensor<4x6xf32>
  // expected-error @+1 {{mask has shape [3, 4, 4], not [4, 4] or [2, 4, 4]}}
  ncnn.multiheadattention %q : tensor<4x6xf32> mask %m : tensor<3x4x4xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %w : tensor<6x6xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 num_heads 2 query_dim 6 key_dim 6 value_dim 6 scale 0.5 -> tensor<4x6xf32>
  // expected-error @+1 {{value_weight has shape [6, 7], not [6, 6]}}
  ncnn.multiheadattention %q : tensor<4x6xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %v1 : tensor<6x7xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 query_dim 6 key_dim 6 value_dim 6 scale 0.5 -> tensor<4x6xf32>
  // expected-error @+1 {{[5, 4, 8], [2, 5, 8] and [2, 5, 8] do not fit}}
  ncnn.sdpa %q1, %k1, %k1 : tensor<5x4x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32> -> tensor<5x4x8xf32>
  // expected-error @+1 {{query, key and value must have 3 dimensions}}
  ncnn.sdpa %q2, %q2, %q2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  // expected-error @+1 {{causal attention of 5 queries to only 4 keys}}
  ncnn.multiheadattention %v, %q : tensor<5x6xf32>, tensor<4x6xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %w : tensor<6x6xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 query_dim 6 key_dim 6 value_dim 6 scale 0.5 causal -> tensor<5x6xf32>
  // expected-error @+1 {{causal attention of 5 queries to only 4 keys}}
  ncnn.sdpa %k1, %q3, %q3 causal : tensor<2x5x8xf32>, tensor<1x4x8xf32>, tensor<1x4x8xf32> -> tensor<2x5x8xf32>
  // expected-error @+1 {{causal attention takes no mask}}
  ncnn.sdpa %k1, %k1, %k1 mask %m5 : tensor<5x5xf32> causal : tensor<2x5x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32> -> tensor<2x5x8xf32>
  func.return
}
