// RUN: ncnnc-opt %s -p fuse-causal-mask,dce | filecheck %s

// A query sees one key more than the one before it.
func.func @past(%q: tensor<2x2x8xf32>, %k: tensor<2x3x8xf32>) -> tensor<2x2x8xf32> {
  %m = ncnn.weight <"m"> dense<[[0.0, 0.0, 0xFF800000], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>
  %y = ncnn.sdpa %q, %k, %k mask %m : tensor<2x3xf32> scale 0.5 : tensor<2x2x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8xf32> -> tensor<2x2x8xf32>
  func.return %y : tensor<2x2x8xf32>
}
// CHECK-LABEL: @past
// CHECK-NEXT:    ncnn.sdpa %q, %k, %k scale 5.000000e-01 causal : tensor<2x2x8xf32>

// Exporters write large numbers for minus infinity.
func.func @large(%q: tensor<2x2x8xf32>, %k: tensor<2x2x8xf32>) -> tensor<2x2x8xf32> {
  %m = ncnn.weight <"m"> dense<[[0.0, -1.0e4], [-0.0, 0.0]]> : tensor<2x2xf32>
  %y = ncnn.sdpa %q, %k, %k mask %m : tensor<2x2xf32> scale 0.5 : tensor<2x2x8xf32>, tensor<2x2x8xf32>, tensor<2x2x8xf32> -> tensor<2x2x8xf32>
  func.return %y : tensor<2x2x8xf32>
}
// CHECK-LABEL: @large
// CHECK-NEXT:    ncnn.sdpa %q, %k, %k scale 5.000000e-01 causal : tensor<2x2x8xf32>

// A mask for each head, all alike; one for all with an axis of heads.
func.func @by_head(%q: tensor<2x2x8xf32>, %k: tensor<2x2x8xf32>) -> tensor<2x2x8xf32> {
  %m = ncnn.weight <"m"> dense<[[[0.0, 0xFF800000], [0.0, 0.0]], [[0.0, -65504.0], [0.0, 0.0]]]> : tensor<2x2x2xf32>
  %y = ncnn.sdpa %q, %k, %k mask %m : tensor<2x2x2xf32> scale 0.5 : tensor<2x2x8xf32>, tensor<2x2x8xf32>, tensor<2x2x8xf32> -> tensor<2x2x8xf32>
  func.return %y : tensor<2x2x8xf32>
}
// CHECK-LABEL: @by_head
// CHECK-NEXT:    ncnn.sdpa %q, %k, %k scale 5.000000e-01 causal : tensor<2x2x8xf32>

// The last query sees all.
func.func @one_query(%q: tensor<2x1x8xf32>, %k: tensor<2x3x8xf32>) -> tensor<2x1x8xf32> {
  %m = ncnn.weight <"m"> dense<0.0> : tensor<1x3xf32>
  %y = ncnn.sdpa %q, %k, %k mask %m : tensor<1x3xf32> scale 0.5 : tensor<2x1x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8xf32> -> tensor<2x1x8xf32>
  func.return %y : tensor<2x1x8xf32>
}
// CHECK-LABEL: @one_query
// CHECK-NEXT:    ncnn.sdpa %q, %k, %k scale 5.000000e-01 causal : tensor<2x1x8xf32>

// Some weight is left.
func.func @small(%q: tensor<2x2x8xf32>, %k: tensor<2x2x8xf32>) -> tensor<2x2x8xf32> {
  %m = ncnn.weight <"m"> dense<[[0.0, -9.9e3], [0.0, 0.0]]> : tensor<2x2xf32>
  %y = ncnn.sdpa %q, %k, %k mask %m : tensor<2x2xf32> scale 0.5 : tensor<2x2x8xf32>, tensor<2x2x8xf32>, tensor<2x2x8xf32> -> tensor<2x2x8xf32>
  func.return %y : tensor<2x2x8xf32>
}
// CHECK-LABEL: @small
// CHECK:         ncnn.sdpa %q, %k, %k mask {{.*}} scale 5.000000e-01 : tensor<2x2x8xf32>

// A key that is seen gets a bias.
func.func @bias(%q: tensor<2x2x8xf32>, %k: tensor<2x2x8xf32>) -> tensor<2x2x8xf32> {
  %m = ncnn.weight <"m"> dense<[[0.0, 0xFF800000], [0.5, 0.0]]> : tensor<2x2xf32>
  %y = ncnn.sdpa %q, %k, %k mask %m : tensor<2x2xf32> scale 0.5 : tensor<2x2x8xf32>, tensor<2x2x8xf32>, tensor<2x2x8xf32> -> tensor<2x2x8xf32>
  func.return %y : tensor<2x2x8xf32>
}
// CHECK-LABEL: @bias
// CHECK:         ncnn.sdpa %q, %k, %k mask {{.*}} scale 5.000000e-01 : tensor<2x2x8xf32>

// An earlier key is hidden.
func.func @window(%q: tensor<2x2x8xf32>, %k: tensor<2x2x8xf32>) -> tensor<2x2x8xf32> {
  %m = ncnn.weight <"m"> dense<[[0.0, 0xFF800000], [0xFF800000, 0.0]]> : tensor<2x2xf32>
  %y = ncnn.sdpa %q, %k, %k mask %m : tensor<2x2xf32> scale 0.5 : tensor<2x2x8xf32>, tensor<2x2x8xf32>, tensor<2x2x8xf32> -> tensor<2x2x8xf32>
  func.return %y : tensor<2x2x8xf32>
}
// CHECK-LABEL: @window
// CHECK:         ncnn.sdpa %q, %k, %k mask {{.*}} scale 5.000000e-01 : tensor<2x2x8xf32>

// A later key is seen.
func.func @all_seen(%q: tensor<2x2x8xf32>, %k: tensor<2x2x8xf32>) -> tensor<2x2x8xf32> {
  %m = ncnn.weight <"m"> dense<0.0> : tensor<2x2xf32>
  %y = ncnn.sdpa %q, %k, %k mask %m : tensor<2x2xf32> scale 0.5 : tensor<2x2x8xf32>, tensor<2x2x8xf32>, tensor<2x2x8xf32> -> tensor<2x2x8xf32>
  func.return %y : tensor<2x2x8xf32>
}
// CHECK-LABEL: @all_seen
// CHECK:         ncnn.sdpa %q, %k, %k mask {{.*}} scale 5.000000e-01 : tensor<2x2x8xf32>

// One head differs.
func.func @one_head(%q: tensor<2x2x8xf32>, %k: tensor<2x2x8xf32>) -> tensor<2x2x8xf32> {
  %m = ncnn.weight <"m"> dense<[[[0.0, 0xFF800000], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<2x2x2xf32>
  %y = ncnn.sdpa %q, %k, %k mask %m : tensor<2x2x2xf32> scale 0.5 : tensor<2x2x8xf32>, tensor<2x2x8xf32>, tensor<2x2x8xf32> -> tensor<2x2x8xf32>
  func.return %y : tensor<2x2x8xf32>
}
// CHECK-LABEL: @one_head
// CHECK:         ncnn.sdpa %q, %k, %k mask {{.*}} scale 5.000000e-01 : tensor<2x2x8xf32>

// There are fewer keys than queries: the first would see none.
func.func @fewer_keys(%q: tensor<2x2x8xf32>, %k: tensor<2x1x8xf32>) -> tensor<2x2x8xf32> {
  %m = ncnn.weight <"m"> dense<[[0xFF800000], [0.0]]> : tensor<2x1xf32>
  %y = ncnn.sdpa %q, %k, %k mask %m : tensor<2x1xf32> scale 0.5 : tensor<2x2x8xf32>, tensor<2x1x8xf32>, tensor<2x1x8xf32> -> tensor<2x2x8xf32>
  func.return %y : tensor<2x2x8xf32>
}
// CHECK-LABEL: @fewer_keys
// CHECK:         ncnn.sdpa %q, %k, %k mask {{.*}} scale 5.000000e-01 : tensor<2x2x8xf32>

// A view of a constant; attention with projections.
func.func @projections(%x: tensor<2x6xf32>, %w: tensor<6x6xf32>, %b: tensor<6xf32>) -> tensor<2x6xf32> {
  %0 = ncnn.weight <"m"> dense<[0.0, 0xFF800000, 0.0, 0.0]> : tensor<4xf32>
  %m = ncnn.reshape %0 shape [1, 2, 2] : (tensor<4xf32>) -> tensor<1x2x2xf32>
  %y = ncnn.multiheadattention %x : tensor<2x6xf32> mask %m : tensor<1x2x2xf32> query %w : tensor<6x6xf32> bias %b : tensor<6xf32> key %w : tensor<6x6xf32> bias %b : tensor<6xf32> value %w : tensor<6x6xf32> bias %b : tensor<6xf32> out %w : tensor<6x6xf32> bias %b : tensor<6xf32> embed_dim 6 num_heads 2 query_dim 6 key_dim 6 value_dim 6 scale 0.5 -> tensor<2x6xf32>
  func.return %y : tensor<2x6xf32>
}
// CHECK-LABEL: @projections
// CHECK-NEXT:    ncnn.multiheadattention %x : tensor<2x6xf32> query {{.*}} scale 5.000000e-01 causal -> tensor<2x6xf32>

// A mask with dynamic extents.
func.func @input(%q: tensor<2x2x8xf32>, %m: tensor<2x2xf32>) -> tensor<2x2x8xf32> {
  %y = ncnn.sdpa %q, %q, %q mask %m : tensor<2x2xf32> : tensor<2x2x8xf32>, tensor<2x2x8xf32>, tensor<2x2x8xf32> -> tensor<2x2x8xf32>
  func.return %y : tensor<2x2x8xf32>
}
// CHECK-LABEL: @input
// CHECK-NEXT:    ncnn.sdpa %q, %q, %q mask %m
