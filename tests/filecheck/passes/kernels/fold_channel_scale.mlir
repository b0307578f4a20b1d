// RUN: ncnnc-opt %s -p fold-channel-scale | filecheck %s
// RUN: ncnnc-opt %s -p 'fold-channel-scale{elements_per_weight=5}' | filecheck %s --check-prefix=FEW

// 128 weights are scaled instead of 576 elements of an image.
func.func @scaled(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<8x16x1x1xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x16x1x1xf32> -> tensor<128xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<128xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// FEW-LABEL:   @scaled
// FEW-NOT:       kernel.scale_panels
// CHECK-LABEL: @scaled
// CHECK-NOT:     linalg.generic
// CHECK:         [[U:%.*]] = ncnn.pack_weights %w
// CHECK:         [[V:%.*]] = kernel.scale_panels ins([[U]], %s : tensor<128xf32>, tensor<2x8xf32>) outs({{.*}}) {channels = 16 : i64, vectors = 1 : i64, outputs_together = 8 : i64} -> tensor<128xf32>
// CHECK-NEXT:    kernel.convolution ins(%x, [[V]] : tensor<2x6x6x8xf32>, tensor<128xf32>)

// A factor may have axes of one row and column, and be the first operand of the product.
func.func @axes_of_one(%x: tensor<2x6x6x8xf32>, %s: tensor<2x1x1x8xf32>, %w: tensor<8x16x1x1xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x1x1x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %j, %i : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x16x1x1xf32> -> tensor<128xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<128xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @axes_of_one
// CHECK-NOT:     linalg.generic
// CHECK:         kernel.scale_panels ins({{.*}}, %s : tensor<128xf32>, tensor<2x1x1x8xf32>)

// Channels may be summed in parts, neighbours in neighbouring lanes.
func.func @parts(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<8x16x1x1xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 4, vectors = 2, steps = 2> : tensor<8x16x1x1xf32> -> tensor<128xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<128xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 2>, block = 4 : i64, partial_sums = array<i64: 4, 2>} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @parts
// CHECK:         kernel.scale_panels {{.*}} {channels = 16 : i64, vectors = 2 : i64, outputs_together = 4 : i64, steps = 2 : i64}

// Not if another kernel reads the product,
func.func @read_twice(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<8x16x1x1xf32>) -> (tensor<1x6x6x8xf32>, tensor<2x6x6x8xf32>) {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x16x1x1xf32> -> tensor<128xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<128xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y, %p : tensor<1x6x6x8xf32>, tensor<2x6x6x8xf32>
}
// CHECK-LABEL: @read_twice
// CHECK-NOT:     kernel.scale_panels

// or it is added to the sums,
func.func @added(%x: tensor<2x6x6x8xf32>, %s: tensor<1x8xf32>, %w: tensor<8x16x1x1xf32>, %r: tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<1x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r, %s : tensor<1x6x6x8xf32>, tensor<1x8xf32>) outs(%e : tensor<1x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<1x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x16x1x1xf32> -> tensor<128xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%x, %u, %p : tensor<2x6x6x8xf32>, tensor<128xf32>, tensor<1x6x6x8xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} epilogue {
  ^bb0(%i: f32, %j: f32):
    %k = arith.addf %i, %j : f32
    linalg.yield %k : f32
  } -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @added
// CHECK-NOT:     kernel.scale_panels

// if factors differ from pixel to pixel,
func.func @by_row(%x: tensor<2x6x6x8xf32>, %s: tensor<2x6x8xf32>, %w: tensor<8x16x1x1xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x6x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x16x1x1xf32> -> tensor<128xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<128xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @by_row
// CHECK-NOT:     kernel.scale_panels

// if more is computed than a product,
func.func @sum(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<8x16x1x1xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.addf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x16x1x1xf32> -> tensor<128xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<128xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @sum
// CHECK-NOT:     kernel.scale_panels
func.func @square(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<8x16x1x1xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %i : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x16x1x1xf32> -> tensor<128xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<128xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @square
// CHECK-NOT:     kernel.scale_panels
func.func @maximum(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<8x16x1x1xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    %n = simd.maximum %i, %m : f32
    linalg.yield %n : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x16x1x1xf32> -> tensor<128xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<128xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @maximum
// CHECK-NOT:     kernel.scale_panels

// if the image has a dynamic size,
func.func @dynamic(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<8x16x1x1xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) attrs = {kernel.bounds = affine_map<()[s0] -> (2, 6, s0, 8)>} {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x16x1x1xf32> -> tensor<128xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<128xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @dynamic
// CHECK-NOT:     kernel.scale_panels

// if weights are not of 1x1 kernels, or not one row of panels for each input channel,
func.func @wide(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<8x16x3x3xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x16x3x3xf32> -> tensor<1152xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<1152xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @wide
// CHECK-NOT:     kernel.scale_panels
func.func @transformed(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<8x16x3x3xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.winograd_weights<tile = 2, lanes = 8, vectors = 1> : tensor<8x16x3x3xf32> -> tensor<2048xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<2048xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @transformed
// CHECK-NOT:     kernel.scale_panels
func.func @pairs(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<8x16x1x1xbf16>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1, steps = 2> : tensor<8x16x1x1xbf16> -> tensor<128xbf16>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u : tensor<2x6x6x8xf32>, tensor<128xbf16>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @pairs
// CHECK-NOT:     kernel.scale_panels

// if channels are read by a table,
func.func @gathered(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<8x16x1x1xf32>) -> tensor<1x6x6x8xf32> {
  %t = ncnn.weight <"places"> : tensor<1x16xi64>
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x16x1x1xf32> -> tensor<128xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %u, %t : tensor<2x6x6x8xf32>, tensor<128xf32>, tensor<1x16xi64>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @gathered
// CHECK-NOT:     kernel.scale_panels

// or if they are packed already.
func.func @packed(%x: tensor<2x6x6x8xf32>, %s: tensor<2x8xf32>, %w: tensor<128xf32>) -> tensor<1x6x6x8xf32> {
  %e = tensor.empty() : tensor<2x6x6x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x6x6x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x6x6x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32):
    %m = arith.mulf %i, %j : f32
    linalg.yield %m : f32
  } -> tensor<2x6x6x8xf32>
  %ye = tensor.empty() : tensor<1x6x6x8xf32>
  %y = kernel.convolution ins(%p, %w : tensor<2x6x6x8xf32>, tensor<128xf32>) outs(%ye : tensor<1x6x6x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x6x6x8xf32>
  func.return %y : tensor<1x6x6x8xf32>
}
// CHECK-LABEL: @packed
// CHECK-NOT:     kernel.scale_panels
