// RUN: verify-diagnostics %s

func.func @main(%x: memref<2x20x8xf32>, %f: memref<2x8xf32>, %y: memref<2x8x20xf32>, %y1: memref<2x20x8xf32>, %f1: memref<2x4xf32>, %e: memref<7xf32>, %s: memref<2x16xf32>) {
  // expected-error @+1 {{input and output must have the same blocks,n...,p}}
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y : memref<2x8x20xf32>) {guard = #kernel<eps_guard least_root>, channels = 12 : i64, groups = 12 : i64, eps = 0.5 : f32}
  // expected-error @+1 {{the channels must end in the last block}}
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y1 : memref<2x20x8xf32>) {guard = #kernel<eps_guard least_root>, channels = 8 : i64, groups = 8 : i64, eps = 0.5 : f32}
  // expected-error @+1 {{the groups must have equal numbers of channels}}
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y1 : memref<2x20x8xf32>) {guard = #kernel<eps_guard least_root>, channels = 12 : i64, groups = 5 : i64, eps = 0.5 : f32}
  // expected-error @+1 {{the sample must be elements of a block}}
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y1 : memref<2x20x8xf32>) {guard = #kernel<eps_guard least_root>, channels = 12 : i64, groups = 12 : i64, eps = 0.5 : f32, sample = 161 : i64}
  // expected-error @+1 {{only groups of several channels are shared by blocks}}
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y1 : memref<2x20x8xf32>) {guard = #kernel<eps_guard least_root>, channels = 12 : i64, groups = 12 : i64, eps = 0.5 : f32, shares_vectors}
  // expected-error @+1 {{factor and term must have 16 elements}}
  kernel.normalize_groups ins(%x, %f1, %f1 : memref<2x20x8xf32>, memref<2x4xf32>, memref<2x4xf32>) outs(%y1 : memref<2x20x8xf32>) {guard = #kernel<eps_guard least_root>, channels = 12 : i64, groups = 12 : i64, eps = 0.5 : f32}
  // expected-error @+1 {{epilogue operands have an element for each one, or each channel}}
  kernel.normalize_groups ins(%x, %f, %f, %e : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>, memref<7xf32>) outs(%y1 : memref<2x20x8xf32>) {guard = #kernel<eps_guard least_root>, channels = 12 : i64, groups = 12 : i64, eps = 0.5 : f32}
  // expected-error @+1 {{groups of several channels, and only they, need 2,channels}}
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y1 : memref<2x20x8xf32>) {guard = #kernel<eps_guard least_root>, channels = 12 : i64, groups = 3 : i64, eps = 0.5 : f32}
  // expected-error @+1 {{groups of several channels, and only they, need 2,channels}}
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y1, %s : memref<2x20x8xf32>, memref<2x16xf32>) {guard = #kernel<eps_guard least_root>, channels = 12 : i64, groups = 12 : i64, eps = 0.5 : f32}
  // expected-error @+1 {{channels have a static number}}
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y1 : memref<2x20x8xf32>) {guard = #kernel<eps_guard least_root>, channels = 12 : i64, groups = 12 : i64, eps = 0.5 : f32, bounds = affine_map<()[s0] -> (s0, 20, 8)>}
  // expected-error @+1 {{pixels known at run time have no sample}}
  kernel.normalize_groups ins(%x, %f, %f : memref<2x20x8xf32>, memref<2x8xf32>, memref<2x8xf32>) outs(%y1 : memref<2x20x8xf32>) {guard = #kernel<eps_guard least_root>, channels = 12 : i64, groups = 12 : i64, eps = 0.5 : f32, sample = 8 : i64, bounds = affine_map<()[s0] -> (2, s0, 8)>}
  func.return
}
