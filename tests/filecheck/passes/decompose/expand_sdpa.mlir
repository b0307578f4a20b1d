// RUN: ncnnc-opt %s -p expand-sdpa | filecheck %s

// Keys and values come behind those of earlier runs.
func.func @cached(%q: tensor<4x3x8xf32>, %k: tensor<2x3x8xf32>, %v: tensor<2x3x6xf32>, %pk: tensor<2x5x8xf32>, %pv: tensor<2x5x6xf32>) -> (tensor<4x3x6xf32>, tensor<2x8x8xf32>, tensor<2x8x6xf32>) {
  %y, %nk, %nv = ncnn.sdpa %q, %k, %v caches %pk, %pv : tensor<2x5x8xf32>, tensor<2x5x6xf32> kv_cache : tensor<4x3x8xf32>, tensor<2x3x8xf32>, tensor<2x3x6xf32> -> tensor<4x3x6xf32>, tensor<2x8x8xf32>, tensor<2x8x6xf32>
  func.return %y, %nk, %nv : tensor<4x3x6xf32>, tensor<2x8x8xf32>, tensor<2x8x6xf32>
}
// CHECK-LABEL: @cached
// CHECK-NEXT:    [[K:%.*]] = ncnn.concat %pk, %k axis 1
// CHECK-NEXT:    [[V:%.*]] = ncnn.concat %pv, %v axis 1
// CHECK-NEXT:    [[Y:%.*]] = ncnn.sdpa %q, [[K]], [[V]] :
// CHECK-NEXT:    func.return [[Y]], [[K]], [[V]]

// In the first run there are none.
func.func @first(%q: tensor<4x3x8xf32>, %k: tensor<2x3x8xf32>, %v: tensor<2x3x6xf32>, %p: tensor<0x0x0xf32>) -> (tensor<4x3x6xf32>, tensor<2x3x8xf32>, tensor<2x3x6xf32>) {
  %y, %nk, %nv = ncnn.sdpa %q, %k, %v caches %p, %p : tensor<0x0x0xf32>, tensor<0x0x0xf32> kv_cache : tensor<4x3x8xf32>, tensor<2x3x8xf32>, tensor<2x3x6xf32> -> tensor<4x3x6xf32>, tensor<2x3x8xf32>, tensor<2x3x6xf32>
  func.return %y, %nk, %nv : tensor<4x3x6xf32>, tensor<2x3x8xf32>, tensor<2x3x6xf32>
}
// CHECK-LABEL: @first
// CHECK-NEXT:    [[Y:%.*]] = ncnn.sdpa %q, %k, %v :
// CHECK-NEXT:    func.return [[Y]], %k, %v

// In int8 every operand of both products is rounded; the mask is for all heads. Queries are
// multiplied by a scale that is a power of two; other scales multiply scores.
func.func @int8(%q: tensor<4x3x8xf32>, %k: tensor<2x5x8xf32>, %v: tensor<2x5x6xf32>, %m: tensor<3x5xf32>) -> tensor<4x3x6xf32> {
  %y = ncnn.sdpa %q, %k, %v mask %m : tensor<3x5xf32> scale 0.5 int8_scale_term 2 : tensor<4x3x8xf32>, tensor<2x5x8xf32>, tensor<2x5x6xf32> -> tensor<4x3x6xf32>
  func.return %y : tensor<4x3x6xf32>
}
// CHECK-LABEL: @int8
// CHECK:         ncnn.reduction max {{.*}} axes [1, 2] keepdims : tensor<2x5x8xf32> -> tensor<2x1x1xf32>
// CHECK-NEXT:    [[L:%.*]] = ncnn.reshape
// CHECK-NEXT:    [[K:%.*]] = ncnn.round_blocks %k largest [[L]] : tensor<2xf32> size 8
// CHECK:         [[V:%.*]] = ncnn.round_blocks %v largest {{.*}} : tensor<2xf32> size 8
// CHECK-NEXT:    [[A:%.*]] = ncnn.reshape %q {{.*}} -> tensor<2x6x8xf32>
// CHECK-NEXT:    [[B:%.*]] = ncnn.binaryop_scalar mul [[A]], 5.000000e-01
// CHECK-NEXT:    [[Q:%.*]] = ncnn.round_blocks [[B]] size 8
// CHECK-NEXT:    [[S:%.*]] = ncnn.matmul [[Q]], [[K]] transpose_b : {{.*}} -> tensor<2x6x5xf32>
// CHECK:         [[M:%.*]] = ncnn.expanddims %m axes [0] {{.*}} -> tensor<1x3x5xf32>
// CHECK:         ncnn.binaryop add {{.*}}, [[M]]
// CHECK-NEXT:    ncnn.softmax {{.*}} axis 2 : tensor<4x3x5xf32>
// CHECK:         [[W:%.*]] = ncnn.round_blocks {{.*}} size 8 : tensor<2x6x5xf32>
// CHECK-NEXT:    ncnn.matmul [[W]], [[V]] : {{.*}} -> tensor<2x6x6xf32>

// Rows whose number is known at run time have gaps between heads: keys are repeated for all heads.
func.func @dynamic(%q: tensor<4x48x8xf32> {ncnn.extents = affine_map<()[s0] -> (4, s0, 8)>}, %k: tensor<2x5x8xf32>) -> tensor<4x48x8xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.sdpa %q, %k, %k scale 0.5 int8_scale_term 2 {ncnn.extents = [affine_map<()[s0] -> (4, s0, 8)>]} : tensor<4x48x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32> -> tensor<4x48x8xf32>
  func.return %y : tensor<4x48x8xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         [[A:%.*]] = ncnn.crop {{.*}} starts [0] ends [1]
// CHECK-NEXT:    [[B:%.*]] = ncnn.crop {{.*}} starts [1] ends [2]
// CHECK-NEXT:    [[H:%.*]] = ncnn.concat [[A]], [[A]], [[B]], [[B]] : {{.*}} -> tensor<4x5x8xf32>
// CHECK:         ncnn.matmul {{.*}}, [[H]] transpose_b : {{.*}} -> tensor<4x48x5xf32>
// CHECK-NOT:     ncnn.reshape
// CHECK:         return

// Causal attention stays so; in int8 its mask is spelled out, of keys with those of earlier runs.
func.func @causal(%q: tensor<4x3x8xf32>, %k: tensor<2x3x8xf32>, %p: tensor<2x5x8xf32>) -> (tensor<4x3x8xf32>, tensor<4x3x8xf32>) {
  %y, %nk, %nv = ncnn.sdpa %q, %k, %k caches %p, %p : tensor<2x5x8xf32>, tensor<2x5x8xf32> causal kv_cache : tensor<4x3x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8xf32> -> tensor<4x3x8xf32>, tensor<2x8x8xf32>, tensor<2x8x8xf32>
  %z = ncnn.sdpa %q, %k, %k causal int8_scale_term 2 : tensor<4x3x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8xf32> -> tensor<4x3x8xf32>
  func.return %y, %z : tensor<4x3x8xf32>, tensor<4x3x8xf32>
}
// CHECK-LABEL: @causal
// CHECK:         ncnn.sdpa %q, {{.*}} causal : {{.*}}, tensor<2x8x8xf32> -> tensor<4x3x8xf32>
// CHECK:         [[W:%.*]] = ncnn.weight <"{{.*}}mask"> : tensor<3x3xf32>
// CHECK:         ncnn.binaryop_scalar mul {{.*}}, 0.353553385 : (tensor<2x6x3xf32>)
// CHECK:         [[M:%.*]] = ncnn.expanddims [[W]] {{.*}} -> tensor<1x3x3xf32>
// CHECK:         ncnn.binaryop add {{.*}}, [[M]]

// Others stay.
func.func @float32(%q: tensor<4x3x8xf32>, %k: tensor<2x5x8xf32>) -> tensor<4x3x8xf32> {
  %y = ncnn.sdpa %q, %k, %k : tensor<4x3x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32> -> tensor<4x3x8xf32>
  func.return %y : tensor<4x3x8xf32>
}
// CHECK-LABEL: @float32
// CHECK-NEXT:    ncnn.sdpa %q, %k, %k :
