// RUN: ncnnc-opt %s -p pack-weights --split-input-file --verify-diagnostics | filecheck %s

// Equal forms of equal weights are one key; parameters, sources and types tell forms apart.
func.func @constants(%x: tensor<8x4x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<8x8x1x1xf32>
  %v = ncnn.weight <"v"> : tensor<8x8x1x1xf32>
  %0 = ncnn.pack_weights "direct" %w [8, 1] : tensor<8x8x1x1xf32> -> tensor<64xf32>
  %1 = ncnn.pack_weights "direct" %w [8, 1] : tensor<8x8x1x1xf32> -> tensor<64xf32>
  %2 = ncnn.pack_weights "direct" %w [4, 2] : tensor<8x8x1x1xf32> -> tensor<64xf32>
  %3 = ncnn.pack_weights "direct" %v [8, 1] : tensor<8x8x1x1xf32> -> tensor<64xf32>
  func.return
}
// CHECK-LABEL: @constants
// CHECK-NOT:     ncnn.pack_weights
// CHECK:         ncnn.weight <"w:direct[8,1]"> : tensor<64xf32>
// CHECK-NEXT:    ncnn.weight <"w:direct[8,1]"> : tensor<64xf32>
// CHECK-NEXT:    ncnn.weight <"w:direct[4,2]"> : tensor<64xf32>
// CHECK-NEXT:    ncnn.weight <"v:direct[8,1]"> : tensor<64xf32>

// -----

// Weights that are an input of the network are rearranged at run time.
func.func @dynamic(%w: tensor<8x1x3x3xf32>) -> tensor<2x3x3x4xf32> {
  %u = ncnn.pack_weights "depthwise" %w [4] : tensor<8x1x3x3xf32> -> tensor<2x3x3x4xf32>
  func.return %u : tensor<2x3x3x4xf32>
}
// CHECK-LABEL: @dynamic
// CHECK-NEXT:    [[TABLE:%.*]] = ncnn.weight <"places:depthwise[4]"> : tensor<2x3x3x4xi64>
// CHECK-NEXT:    [[EMPTY:%.*]] = tensor.empty() : tensor<2x3x3x4xf32>
// CHECK-NEXT:    [[U:%.*]] = kernel.gather ins(%w, [[TABLE]] : {{.*}}) outs([[EMPTY]] : {{.*}})
// CHECK-NEXT:    func.return [[U]]

// -----

func.func @transformed(%w: tensor<8x4x3x3xf32>) -> tensor<512xf32> {
  // CHECK: weight form 'winograd' needs constant weights
  %u = ncnn.pack_weights "winograd" %w [2, 8, 1] : tensor<8x4x3x3xf32> -> tensor<512xf32>
  func.return %u : tensor<512xf32>
}

// -----

func.func @unknown(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: unknown weight form 'scrambled'
  %u = ncnn.pack_weights "scrambled" %x [] : tensor<8xf32> -> tensor<8xf32>
  func.return %u : tensor<8xf32>
}
