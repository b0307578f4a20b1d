// RUN: verify-diagnostics %s

func.func @main(%w: memref<640xf32>, %s: memref<2x8xf32>, %y: memref<512xf32>, %t: memref<15xf32>, %b: memref<16xi8>) {
  // expected-error @+1 {{input and output must have the same shape}}
  kernel.scale_panels ins(%w, %s : memref<640xf32>, memref<2x8xf32>) outs(%y : memref<512xf32>) {channels = 16 : i64, vectors = 2 : i64, outputs_together = 8 : i64}
  // expected-error @+1 {{the panels must have whole rows}}
  kernel.scale_panels ins(%y, %s : memref<512xf32>, memref<2x8xf32>) outs(%y : memref<512xf32>) {channels = 15 : i64, vectors = 2 : i64, outputs_together = 8 : i64}
  // expected-error @+1 {{the panels must have whole rows}}
  kernel.scale_panels ins(%w, %s : memref<640xf32>, memref<2x8xf32>) outs(%w : memref<640xf32>) {channels = 16 : i64, vectors = 2 : i64, outputs_together = 8 : i64, steps = 3 : i64}
  // expected-error @+1 {{there must be a factor for each channel}}
  kernel.scale_panels ins(%w, %t : memref<640xf32>, memref<15xf32>) outs(%w : memref<640xf32>) {channels = 16 : i64, vectors = 2 : i64, outputs_together = 8 : i64}
  // expected-error @+1 {{computes on f32 only}}
  kernel.scale_panels ins(%w, %b : memref<640xf32>, memref<16xi8>) outs(%w : memref<640xf32>) {channels = 16 : i64, vectors = 2 : i64, outputs_together = 8 : i64}
  func.return
}
