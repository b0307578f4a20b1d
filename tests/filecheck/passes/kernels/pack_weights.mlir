// RUN: ncnnc-opt %s -p pack-weights --split-input-file --verify-diagnostics | filecheck %s

// Equal forms of equal weights are one key; parameters, sources and values tell them apart.
func.func @constants(%x: tensor<8x4x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<8x8x1x1xf32>
  %v = ncnn.weight <"v"> : tensor<8x8x1x1xf32>
  %0 = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x8x1x1xf32> -> tensor<64xf32>
  %1 = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x8x1x1xf32> -> tensor<64xf32>
  %2 = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 4, vectors = 2> : tensor<8x8x1x1xf32> -> tensor<64xf32>
  %3 = ncnn.pack_weights %v into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<8x8x1x1xf32> -> tensor<64xf32>
  %a = ncnn.weight <"c"> dense<1.0> : tensor<4xf32>
  %b = ncnn.weight <"c"> dense<2.0> : tensor<4xf32>
  %4 = ncnn.pack_weights %a into #ncnn.packed_blob<lanes = 8> : tensor<4xf32> -> tensor<1x8xf32>
  %5 = ncnn.pack_weights %b into #ncnn.packed_blob<lanes = 8> : tensor<4xf32> -> tensor<1x8xf32>
  func.return
}
// CHECK-LABEL: @constants
// CHECK-NOT:     ncnn.pack_weights
// CHECK:         ncnn.weight <"w:direct_weights"> : tensor<64xf32>
// CHECK-NEXT:    ncnn.weight <"w:direct_weights"> : tensor<64xf32>
// CHECK-NEXT:    ncnn.weight <"w:direct_weights#2"> : tensor<64xf32>
// CHECK-NEXT:    ncnn.weight <"v:direct_weights"> : tensor<64xf32>
// CHECK:         ncnn.weight <"c:packed_blob"> : tensor<1x8xf32>
// CHECK-NEXT:    ncnn.weight <"c:packed_blob#2"> : tensor<1x8xf32>

// -----

// Weights that are an input of the network are rearranged at run time.
func.func @dynamic(%w: tensor<8x1x3x3xf32>) -> tensor<2x3x3x4xf32> {
  %u = ncnn.pack_weights %w into #ncnn.depthwise_weights<lanes = 4> : tensor<8x1x3x3xf32> -> tensor<2x3x3x4xf32>
  func.return %u : tensor<2x3x3x4xf32>
}
// CHECK-LABEL: @dynamic
// CHECK-NEXT:    [[TABLE:%.*]] = ncnn.weight <"places:depthwise_weights"> : tensor<2x3x3x4xi64>
// CHECK-NEXT:    [[EMPTY:%.*]] = tensor.empty() : tensor<2x3x3x4xf32>
// CHECK-NEXT:    [[U:%.*]] = kernel.gather ins(%w, [[TABLE]] : {{.*}}) outs([[EMPTY]] : {{.*}})
// CHECK-NEXT:    func.return [[U]]

// -----

func.func @transformed(%w: tensor<8x4x3x3xf32>) -> tensor<512xf32> {
  // CHECK: winograd_weights are made of constant weights only
  %u = ncnn.pack_weights %w into #ncnn.winograd_weights<tile = 2, lanes = 1, vectors = 8> : tensor<8x4x3x3xf32> -> tensor<512xf32>
  func.return %u : tensor<512xf32>
}
