// RUN: ncnnc-opt %s -p expand-multiheadattention | filecheck %s

// One input: the caches grow by its keys and values.
func.func @self(%x: tensor<3x8xf32>, %p: tensor<2x5x4xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>) -> (tensor<3x8xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) {
  %y, %k, %v = ncnn.multiheadattention %x : tensor<3x8xf32> caches %p, %p : tensor<2x5x4xf32>, tensor<2x5x4xf32> query %w : tensor<8x8xf32> bias %b : tensor<8xf32> key %w : tensor<8x8xf32> bias %b : tensor<8xf32> value %w : tensor<8x8xf32> bias %b : tensor<8xf32> out %w : tensor<8x8xf32> bias %b : tensor<8xf32> embed_dim 8 num_heads 2 query_dim 8 key_dim 8 value_dim 8 scale 0.5 kv_cache -> tensor<3x8xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>
  func.return %y, %k, %v : tensor<3x8xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>
}
// CHECK-LABEL: @self
// CHECK-NEXT:    [[P:%.*]] = ncnn.innerproduct %x, %w bias %b
// CHECK-NEXT:    [[S:%.*]] = ncnn.binaryop_scalar mul [[P]], 5.000000e-01
// CHECK-NEXT:    [[H:%.*]] = ncnn.reshape [[S]] {{.*}} -> tensor<3x2x4xf32>
// CHECK-NEXT:    [[Q:%.*]] = ncnn.permute [[H]] {{.*}} -> tensor<2x3x4xf32>
// CHECK:         [[Y:%[a-z0-9]+]], [[K:%[a-z0-9]+]], [[V:%[a-z0-9]+]] = ncnn.sdpa [[Q]], {{.*}} caches %p, %p : {{.*}} scale 1.000000e+00 kv_cache
// CHECK-NEXT:    [[T:%.*]] = ncnn.permute [[Y]]
// CHECK-NEXT:    [[R:%.*]] = ncnn.reshape [[T]] {{.*}} -> tensor<3x8xf32>
// CHECK-NEXT:    [[O:%.*]] = ncnn.innerproduct [[R]], %w bias %b
// CHECK-NEXT:    func.return [[O]], [[K]], [[V]]

// Several: what is cached is all there is.
func.func @cross(%x: tensor<3x8xf32>, %z: tensor<6x8xf32>, %p: tensor<2x5x4xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>) -> (tensor<3x8xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>) {
  %y, %k, %v = ncnn.multiheadattention %x, %z : tensor<3x8xf32>, tensor<6x8xf32> caches %p, %p : tensor<2x5x4xf32>, tensor<2x5x4xf32> query %w : tensor<8x8xf32> bias %b : tensor<8xf32> key %w : tensor<8x8xf32> bias %b : tensor<8xf32> value %w : tensor<8x8xf32> bias %b : tensor<8xf32> out %w : tensor<8x8xf32> bias %b : tensor<8xf32> embed_dim 8 num_heads 2 query_dim 8 key_dim 8 value_dim 8 scale 0.5 kv_cache -> tensor<3x8xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>
  func.return %y, %k, %v : tensor<3x8xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>
}
// CHECK-LABEL: @cross
// CHECK-NOT:     innerproduct %z
// CHECK:         ncnn.sdpa {{.*}}, %p, %p scale 1.000000e+00 :
// CHECK:         func.return {{.*}}, %p, %p

// As states they grow by the rows of a run, of which there may be none.
func.func @appends(%x: tensor<3x8xf32>, %z: tensor<6x8xf32>, %p: tensor<2x5x4xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>) -> (tensor<3x8xf32>, tensor<2x11x4xf32>, tensor<2x11x4xf32>) {
  %y, %k, %v = ncnn.multiheadattention %x, %z : tensor<3x8xf32>, tensor<6x8xf32> caches %p, %p : tensor<2x5x4xf32>, tensor<2x5x4xf32> query %w : tensor<8x8xf32> bias %b : tensor<8xf32> key %w : tensor<8x8xf32> bias %b : tensor<8xf32> value %w : tensor<8x8xf32> bias %b : tensor<8xf32> out %w : tensor<8x8xf32> bias %b : tensor<8xf32> embed_dim 8 num_heads 2 query_dim 8 key_dim 8 value_dim 8 scale 5.000000e-01 kv_cache appends -> tensor<3x8xf32>, tensor<2x11x4xf32>, tensor<2x11x4xf32>
  func.return %y, %k, %v : tensor<3x8xf32>, tensor<2x11x4xf32>, tensor<2x11x4xf32>
}
// CHECK-LABEL: @appends
// CHECK:         [[P:%.*]] = ncnn.innerproduct %z, %w bias %b
// CHECK:         [[Y:%[a-z0-9]+]], [[K:%[a-z0-9]+]], [[V:%[a-z0-9]+]] = ncnn.sdpa {{.*}} caches %p, %p : {{.*}} scale 1.000000e+00 kv_cache
// CHECK:         func.return {{.*}}, [[K]], [[V]]

// Without caches the heads stay where they lie.
func.func @plain(%x: tensor<3x8xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>) -> tensor<3x8xf32> {
  %y = ncnn.multiheadattention %x : tensor<3x8xf32> query %w : tensor<8x8xf32> bias %b : tensor<8xf32> key %w : tensor<8x8xf32> bias %b : tensor<8xf32> value %w : tensor<8x8xf32> bias %b : tensor<8xf32> out %w : tensor<8x8xf32> bias %b : tensor<8xf32> embed_dim 8 num_heads 2 query_dim 8 key_dim 8 value_dim 8 scale 0.5 -> tensor<3x8xf32>
  func.return %y : tensor<3x8xf32>
}
// CHECK-LABEL: @plain
// CHECK-NEXT:    ncnn.multiheadattention

// Causal attention remains.
func.func @causal(%x: tensor<1x8xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>, %p: tensor<2x5x4xf32>) -> tensor<1x8xf32> {
  %y, %k, %v = ncnn.multiheadattention %x : tensor<1x8xf32> caches %p, %p : tensor<2x5x4xf32>, tensor<2x5x4xf32> query %w : tensor<8x8xf32> bias %b : tensor<8xf32> key %w : tensor<8x8xf32> bias %b : tensor<8xf32> value %w : tensor<8x8xf32> bias %b : tensor<8xf32> out %w : tensor<8x8xf32> bias %b : tensor<8xf32> embed_dim 8 num_heads 2 query_dim 8 key_dim 8 value_dim 8 scale 0.5 causal kv_cache -> tensor<1x8xf32>, tensor<2x6x4xf32>, tensor<2x6x4xf32>
  func.return %y : tensor<1x8xf32>
}
// CHECK-LABEL: @causal
// CHECK:         ncnn.sdpa {{.*}} scale 1.000000e+00 causal kv_cache :

// Of int8 the rows become integers by the magnitude of all for queries, keys and values, each by its
// own for the last product.
func.func @int8(%x: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %w = ncnn.weight <"w"> dense<3> : tensor<8x8xi8>
  %b = ncnn.weight <"b"> : tensor<8xf32>
  %s = ncnn.weight <"s"> dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %o = ncnn.weight <"o"> dense<[2.0]> : tensor<1xf32>
  %y = ncnn.multiheadattention %x : tensor<3x8xf32> query %w : tensor<8x8xi8> bias %b : tensor<8xf32> key %w : tensor<8x8xi8> bias %b : tensor<8xf32> value %w : tensor<8x8xi8> bias %b : tensor<8xf32> out %w : tensor<8x8xi8> bias %b : tensor<8xf32> query_scales %s : tensor<8xf32> key_scales %s : tensor<8xf32> value_scales %s : tensor<8xf32> out_scales %o : tensor<1xf32> embed_dim 8 num_heads 2 query_dim 8 key_dim 8 value_dim 8 scale 0.5 quantize_term 2 -> tensor<3x8xf32>
  func.return %y : tensor<3x8xf32>
}
// CHECK-LABEL: @int8
// CHECK:         [[M:%.*]] = ncnn.reshape %{{.*}} -> tensor<1xf32>
// CHECK:         [[R:%.*]] = ncnn.round_blocks %x largest [[M]] : tensor<1xf32> size 8
// CHECK:         ncnn.gemm [[R]], %{{.*}}
// CHECK-COUNT-2: ncnn.round_blocks %x largest [[M]]
// CHECK:         ncnn.sdpa
// CHECK:         ncnn.round_blocks %{{[^ ]*}} size 8
