// RUN: round-trip %s

// Every weight form.
func.func @forms(%w: tensor<24x3x3x3xf32>, %d: tensor<24x1x3x3xf32>, %m: tensor<20x64xf32>, %v: tensor<20xf32>, %q: tensor<20x3x3x3xi8>) {
  %0 = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 16, vectors = 2> : tensor<24x3x3x3xf32> -> tensor<864xf32>
  %1 = ncnn.pack_weights %w into #ncnn.gathered_weights<lanes = 16, vectors = 2, pack = 4> : tensor<24x3x3x3xf32> -> tensor<1152xf32>
  %2 = ncnn.pack_weights %w into #ncnn.grouped_weights<lanes = 8, vectors = 1, groups = 8, span = 9, starts = array<i64: 0, 6, 15>> : tensor<24x3x3x3xf32> -> tensor<1944xf32>
  %3 = ncnn.pack_weights %d into #ncnn.depthwise_weights<lanes = 16> : tensor<24x1x3x3xf32> -> tensor<2x3x3x16xf32>
  %floats = ncnn.pack_weights %d into #ncnn.depthwise_float_weights<lanes = 16> : tensor<24x1x3x3xf32> -> tensor<2x3x3x16xf32>
  %rows = ncnn.pack_weights %d into #ncnn.depthwise_pair_weights<lanes = 16, steps = 4> : tensor<24x1x3x3xf32> -> tensor<2x3x1x2x16x4xf32>
  %4 = ncnn.pack_weights %w into #ncnn.winograd_weights<tile = 4, lanes = 8, vectors = 3> : tensor<24x3x3x3xf32> -> tensor<2592xf32>
  %w8 = ncnn.weight <"w8"> : tensor<24x3x3x3xi8>
  %winograd8 = ncnn.pack_weights %w8 into #ncnn.winograd_weights<tile = 4, lanes = 8, vectors = 3, steps = 2> : tensor<24x3x3x3xi8> -> tensor<3456xi16>
  %5 = ncnn.pack_weights %m into #ncnn.matvec_weights<lanes = 8, vectors = 3, pack = 8, pixels = 4> : tensor<20x64xf32> -> tensor<1536xf32>
  %6 = ncnn.pack_weights %m into #ncnn.matrix_panels<lanes = 8, vectors = 3, columns = 20, transposed = true> : tensor<20x64xf32> -> tensor<1280xf32>
  %7 = ncnn.pack_weights %m into #ncnn.packed_blob<lanes = 16> : tensor<20x64xf32> -> tensor<2x64x16xf32>
  %8 = ncnn.pack_weights %v, %v, %v, %v into #ncnn.batchnorm_scale<lanes = 8, eps = 1.000000e-03 : f32> : tensor<20xf32>, tensor<20xf32>, tensor<20xf32>, tensor<20xf32> -> tensor<3x8xf32>
  %9 = ncnn.pack_weights %v, %v, %v, %v into #ncnn.batchnorm_shift<lanes = 1, eps = 1.000000e-03 : f32> : tensor<20xf32>, tensor<20xf32>, tensor<20xf32>, tensor<20xf32> -> tensor<20xf32>
  %10 = ncnn.pack_weights %w into #ncnn.deconvolution_phases<channels = 24, axes = [[array<i64: 2, 0>, array<i64: -1, 1>], [array<i64: 2, 1, 0>]], transposed_groups = 0> : tensor<24x3x3x3xf32> -> tensor<48x3x2x3xf32>
  %11 = ncnn.pack_weights %w into #ncnn.deconvolution_phases<channels = 12, axes = [[array<i64: 2>], [array<i64: 0>]], transposed_groups = 4> : tensor<24x3x3x3xf32> -> tensor<12x6x1x1xf32>
  %12 = ncnn.pack_weights %v into #ncnn.repeated_vector<count = 4, size = 24> : tensor<20xf32> -> tensor<96xf32>
  %13 = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 16, vectors = 2, steps = 2> : tensor<24x3x3x3xf32> -> tensor<1152xf32>
  %14 = ncnn.pack_weights %m into #ncnn.matvec_weights<lanes = 8, vectors = 3, pack = 1, pixels = 1, steps = 4> : tensor<20x64xf32> -> tensor<1536xf32>
  %15 = ncnn.pack_weights %q into #ncnn.flipped_sum_starts<lanes = 8> : tensor<20x3x3x3xi8> -> tensor<3x8xi32>
  %16 = ncnn.pack_weights %q into #ncnn.tile_weights<lanes = 16, vectors = 2, steps = 64, together = 4> : tensor<20x3x3x3xi8> -> tensor<18432xi8>
  %17 = ncnn.pack_weights %w into #ncnn.column_pair_weights<lanes = 16, vectors = 2, first = 1> : tensor<24x3x3x3xf32> -> tensor<1152xf32>
  func.return
}
