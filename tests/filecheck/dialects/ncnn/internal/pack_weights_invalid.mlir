// RUN: verify-diagnostics %s

func.func @main(%w: tensor<8x4x3x3xf32>, %w1: tensor<8x4xf32>, %w2: tensor<8xf32>, %v: tensor<4xf32>) {
  // expected-error @+1 {{ncnn.direct_weights makes an array of 576 elements}}
  ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 16, vectors = 1> : tensor<8x4x3x3xf32> -> tensor<288xf32>
  // expected-error @+1 {{ncnn.direct_weights takes arrays of 4 or 5 dimensions}}
  ncnn.pack_weights %w1 into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x4xf32> -> tensor<32xf32>
  // expected-error @+1 {{ncnn.column_pair_weights makes an array of 768 elements}}
  ncnn.pack_weights %w into #ncnn.column_pair_weights<lanes = 16, vectors = 1, first = 0> : tensor<8x4x3x3xf32> -> tensor<576xf32>
  // expected-error @+1 {{ncnn.batchnorm_scale takes 4 arrays, not 1}}
  ncnn.pack_weights %w2 into #ncnn.batchnorm_scale<lanes = 8, eps = 1.0 : f32> : tensor<8xf32> -> tensor<1x8xf32>
  // expected-error @+1 {{ncnn.batchnorm_scale takes arrays of one type}}
  ncnn.pack_weights %w2, %w2, %v, %w2 into #ncnn.batchnorm_scale<lanes = 8, eps = 1.0 : f32> : tensor<8xf32>, tensor<8xf32>, tensor<4xf32>, tensor<8xf32> -> tensor<1x8xf32>
  func.return
}

// -----

func.func @tile(%w: tensor<8x4x3x3xf32>) {
  // expected-error @+1 {{parameter 'tile' does not verify}}
  %u = ncnn.pack_weights %w into #ncnn.winograd_weights<tile = 3, lanes = 8, vectors = 1> : tensor<8x4x3x3xf32> -> tensor<800xf32>
  func.return
}

// -----

func.func @phases(%w: tensor<8x4x3x3xf32>) {
  // expected-error @+1 {{all phases must see the same number of taps of an axis}}
  %u = ncnn.pack_weights %w into #ncnn.deconvolution_phases<channels = 8, axes = [[array<i64: 0>, array<i64: 1, 2>], [array<i64: 0>]], transposed_groups = 0> : tensor<8x4x3x3xf32> -> tensor<16x4x1x1xf32>
  func.return
}

// -----

func.func @name(%w: tensor<8xf32>) {
  // expected-error @+1 {{Expected 'lanes'}}
  %u = ncnn.pack_weights %w into #ncnn.packed_blob<vectors = 8> : tensor<8xf32> -> tensor<1x8xf32>
  func.return
}
