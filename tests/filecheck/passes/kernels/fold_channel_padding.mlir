// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},fold-channel-padding' --split-input-file | filecheck %s

!x = tensor<1x6x5x8xf32>
!w = tensor<64xf32>
!b = tensor<1x8xf32>

// Lanes after the fifth channel get the value of the padding.
func.func @folded(%x: !x, %r: !x, %w: !w, %b: !b) -> !x {
  %e = tensor.empty() : !x
  %p = kernel.padding ins(%r : !x) outs(%e : !x) {kind = #kernel<padding_kind constant>, before = array<i64: 0, 0, 0>, after = array<i64: 2, 0, 0>, value = 0.5 : f32, channels = 5 : i64} -> !x
  %f = tensor.empty() : !x
  %y = kernel.convolution ins(%x, %w, %b, %p : !x, !w, !b, !x) outs(%f : !x) {algorithm = #kernel<algorithm packed>, kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, channels = 8 : i64, register = array<i64: 4, 1>, block = 2 : i64} epilogue {
  ^bb0(%sum: f32, %bias: f32, %added: f32):
    %0 = arith.addf %sum, %bias : f32
    %1 = arith.addf %0, %added : f32
    linalg.yield %1 : f32
  } -> !x
  func.return %y : !x
}
// CHECK-LABEL: @folded
// CHECK-NOT:     kernel.padding
// CHECK:         [[M:%.*]] = ncnn.weight <"channels_5"> : tensor<1x8xf32>
// CHECK:         kernel.convolution ins(%x, %w, %b, %r, [[M]] :
// CHECK:         ^bb0([[SUM:%.*]]: f32, [[B:%.*]]: f32, [[R:%.*]]: f32, [[E:%.*]]: f32):
// CHECK:         [[C:%.*]] = arith.cmpf ogt, [[E]], {{.*}} : f32
// CHECK-NEXT:    [[S:%.*]] = arith.select [[C]], [[R]], {{.*}} : f32
// CHECK-NEXT:    [[T:%.*]] = arith.addf [[SUM]], [[B]] : f32
// CHECK-NEXT:    arith.addf [[T]], [[S]] : f32

// -----

!x = tensor<1x6x5x8xf32>
!w = tensor<64xf32>

// Left alone if there is another reader, or cells are added, too.
func.func @kept(%x: !x, %r: !x, %q: tensor<1x4x5x8xf32>, %w: !w) -> (!x, !x, !x) {
  %e = tensor.empty() : !x
  %p = kernel.padding ins(%r : !x) outs(%e : !x) {kind = #kernel<padding_kind constant>, before = array<i64: 0, 0, 0>, after = array<i64: 2, 0, 0>, value = 0.5 : f32, channels = 5 : i64} -> !x
  %f = tensor.empty() : !x
  %y = kernel.convolution ins(%x, %w, %p : !x, !w, !x) outs(%f : !x) {algorithm = #kernel<algorithm packed>, kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, channels = 8 : i64, register = array<i64: 4, 1>, block = 2 : i64} epilogue {
  ^bb0(%sum: f32, %added: f32):
    %0 = arith.addf %sum, %added : f32
    linalg.yield %0 : f32
  } -> !x
  %g = tensor.empty() : !x
  %s = kernel.padding ins(%q : tensor<1x4x5x8xf32>) outs(%g : !x) {kind = #kernel<padding_kind constant>, before = array<i64: 0, 1, 0>, after = array<i64: 2, 1, 0>, value = 0.0 : f32, channels = 5 : i64} -> !x
  %h = tensor.empty() : !x
  %z = kernel.convolution ins(%x, %w, %s : !x, !w, !x) outs(%h : !x) {algorithm = #kernel<algorithm packed>, kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, channels = 8 : i64, register = array<i64: 4, 1>, block = 2 : i64} epilogue {
  ^bb0(%sum: f32, %added: f32):
    %0 = arith.addf %sum, %added : f32
    linalg.yield %0 : f32
  } -> !x
  // What is convolved is no operand of an epilogue.
  %i = tensor.empty() : !x
  %o = kernel.padding ins(%r : !x) outs(%i : !x) {kind = #kernel<padding_kind constant>, before = array<i64: 0, 0, 0>, after = array<i64: 3, 0, 0>, value = 0.0 : f32, channels = 5 : i64} -> !x
  %j = tensor.empty() : !x
  %v = kernel.convolution ins(%o, %w : !x, !w) outs(%j : !x) {algorithm = #kernel<algorithm packed>, kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, channels = 8 : i64, register = array<i64: 4, 1>, block = 2 : i64} -> !x
  func.return %p, %z, %v : !x, !x, !x
}
// CHECK-LABEL: @kept
// CHECK:         kernel.padding ins(%r
// CHECK:         kernel.padding ins(%q
// CHECK:         kernel.padding ins(%r
