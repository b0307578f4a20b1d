// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' --split-input-file --verify-diagnostics | filecheck %s

// Three projections, attention of two heads, and back: heads are columns, 3 apart.
func.func @self(%x: tensor<5x6xf32>, %m: tensor<5x5xf32>) -> tensor<5x6xf32> {
  %w = ncnn.weight <"w"> : tensor<6x6xf32>
  %b = ncnn.weight <"b"> : tensor<6xf32>
  %y = ncnn.multiheadattention %x : tensor<5x6xf32> mask %m : tensor<5x5xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %w : tensor<6x6xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 num_heads 2 query_dim 6 key_dim 6 value_dim 6 scale 0.5 -> tensor<5x6xf32>
  func.return %y : tensor<5x6xf32>
}
// CHECK-LABEL: @self
// CHECK:         [[Q:%.*]] = kernel.matmul ins(%x, {{.*}}extents = array<i64: 1, 5, 6, 6>{{.*}} epilogue {
// CHECK:           arith.addf
// CHECK:           arith.mulf
// CHECK:         [[K:%.*]] = kernel.matmul ins(%x,
// CHECK:         [[V:%.*]] = kernel.matmul ins(%x,
// CHECK:         [[KP:%.*]] = kernel.pack_panels ins([[K]] : {{.*}} {extents = array<i64: 2, 5, 3>, strides = array<i64: 3, 6, 1>
// CHECK:         [[VP:%.*]] = kernel.pack_panels ins([[V]] : {{.*}} {extents = array<i64: 2, 3, 5>, strides = array<i64: 3, 1, 6>
// CHECK:         [[A:%.*]] = kernel.attention ins([[Q]], [[KP]], [[VP]], %m : {{.*}}) outs(%{{.*}} : tensor<5x6xf32>) {extents = array<i64: 2, 5, 5, 3, 3>, q_strides = array<i64: 3, 6, 1>, y_strides = array<i64: 3, 6>{{.*}} scale = 1.000000e+00
// CHECK:         kernel.matmul ins([[A]],

// -----

// Rows of 4 KB are put in order first: once for three products.
func.func @packed_once(%x: tensor<6x1024xf32>) -> tensor<6x1024xf32> {
  %w = ncnn.weight <"w"> : tensor<1024x1024xf32>
  %b = ncnn.weight <"b"> : tensor<1024xf32>
  %y = ncnn.multiheadattention %x : tensor<6x1024xf32> query %w : tensor<1024x1024xf32> bias %b : tensor<1024xf32> key %w : tensor<1024x1024xf32> bias %b : tensor<1024xf32> value %w : tensor<1024x1024xf32> bias %b : tensor<1024xf32> out %w : tensor<1024x1024xf32> bias %b : tensor<1024xf32> embed_dim 1024 num_heads 2 query_dim 1024 key_dim 1024 value_dim 1024 scale 0.5 -> tensor<6x1024xf32>
  func.return %y : tensor<6x1024xf32>
}
// CHECK-LABEL: @packed_once
// CHECK:         [[X:%.*]] = kernel.pack_panels ins(%x
// CHECK-NOT:     kernel.pack_panels
// CHECK:         kernel.matmul ins([[X]],
// CHECK:         kernel.matmul ins([[X]],
// CHECK:         kernel.matmul ins([[X]],

// -----

// Six heads of queries share the keys of two: 3 x 4 rows each. One mask for all is repeated three times.
func.func @grouped(%q: tensor<6x4x8xf32>, %k: tensor<2x5x8xf32>, %m: tensor<4x5xf32>) -> tensor<6x4x8xf32> {
  %y = ncnn.sdpa %q, %k, %k mask %m : tensor<4x5xf32> scale 0.5 : tensor<6x4x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32> -> tensor<6x4x8xf32>
  func.return %y : tensor<6x4x8xf32>
}
// CHECK-LABEL: @grouped
// CHECK:         linalg.generic {{.*}} ins(%m : tensor<4x5xf32>) outs(%{{.*}} : tensor<3x4x5xf32>)
// CHECK:         kernel.attention ins(%q, {{.*}}, tensor<12x5xf32>) outs(%{{.*}} : tensor<2x12x8xf32>) {extents = array<i64: 2, 12, 5, 8, 8>, q_strides = array<i64: 96, 8, 1>, y_strides = array<i64: 96, 8>{{.*}} scale = 5.000000e-01

// -----

func.func @int8(%q: tensor<6x4x8xf32>) {
  // CHECK: int8 and caches are not supported
  %y = ncnn.sdpa %q, %q, %q int8_scale_term 2 : tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32> -> tensor<6x4x8xf32>
  func.return
}

// -----

// Causal queries that share keys are matrices of their own; a single query attends to all keys.
func.func @causal(%q: tensor<6x4x8xf32>, %k: tensor<2x5x8xf32>, %t: tensor<6x1x8xf32>) -> (tensor<6x4x8xf32>, tensor<6x1x8xf32>) {
  %y = ncnn.sdpa %q, %k, %k scale 0.5 causal : tensor<6x4x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32> -> tensor<6x4x8xf32>
  %z = ncnn.sdpa %t, %k, %k scale 0.5 causal : tensor<6x1x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32> -> tensor<6x1x8xf32>
  func.return %y, %z : tensor<6x4x8xf32>, tensor<6x1x8xf32>
}
// CHECK-LABEL: @causal
// CHECK:         kernel.attention ins(%q, {{.*}} {extents = array<i64: 2, 4, 5, 8, 8>, q_strides = array<i64: 32, 8, 1>, y_strides = array<i64: 32, 8>{{.*}} queries_per_key = 3 : i64, causal, 
// CHECK:         kernel.attention ins(%t, {{.*}} {extents = array<i64: 2, 3, 5, 8, 8>
// CHECK-NOT:     causal

// -----

// So are heads of projections.
func.func @causal_projections(%x: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %w = ncnn.weight <"w"> : tensor<6x6xf32>
  %b = ncnn.weight <"b"> : tensor<6xf32>
  %y = ncnn.multiheadattention %x : tensor<5x6xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %w : tensor<6x6xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 num_heads 2 query_dim 6 key_dim 6 value_dim 6 scale 0.5 causal -> tensor<5x6xf32>
  func.return %y : tensor<5x6xf32>
}
// CHECK-LABEL: @causal_projections
// CHECK:         kernel.attention ins({{.*}} {extents = array<i64: 2, 5, 5, 3, 3>{{.*}} causal, 
