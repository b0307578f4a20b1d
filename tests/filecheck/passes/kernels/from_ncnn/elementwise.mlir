// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// A vector against an image lies along the channels; the map says so.
func.func @broadcast(%x: tensor<5x4x6xf32>, %v: tensor<5xf32>) -> tensor<5x4x6xf32> {
  %y = ncnn.binaryop mul %x, %v : (tensor<5x4x6xf32>, tensor<5xf32>) -> tensor<5x4x6xf32>
  func.return %y : tensor<5x4x6xf32>
}
// CHECK-LABEL: @broadcast
// CHECK:         [[E:%.*]] = tensor.empty() : tensor<5x4x6xf32>
// CHECK-NEXT:    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>,
// CHECK-SAME:      ins(%x, %v : tensor<5x4x6xf32>, tensor<5xf32>) outs([[E]] : tensor<5x4x6xf32>)
// CHECK:           arith.mulf

// Packed: one value per channel is packed as the blob, at compile time if it is a weight.
func.func @packed(%x: tensor<12x4x4xf32, #ncnn.layout<pack = 8>>) -> tensor<12x4x4xf32, #ncnn.layout<pack = 8>> {
  %s = ncnn.weight <"slope"> : tensor<12xf32>
  %y = ncnn.prelu %x, %s : (tensor<12x4x4xf32, #ncnn.layout<pack = 8>>, tensor<12xf32>) -> tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @packed
// CHECK:         [[S:%.*]] = ncnn.pack_weights %s into #ncnn.packed_blob<lanes = 8> : tensor<12xf32> -> tensor<2x8xf32>
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%x, [[S]] : tensor<2x4x4x8xf32>, tensor<2x8xf32>)

// A batch normalisation with constant statistics is a factor and a term.
func.func @batchnorm(%x: tensor<12x4x4xf32, #ncnn.layout<pack = 8>>) -> tensor<12x4x4xf32, #ncnn.layout<pack = 8>> {
  %w = ncnn.weight <"w"> : tensor<12xf32>
  %y = ncnn.batchnorm %x, %w, %w, %w, %w eps 1.0 : (tensor<12x4x4xf32, #ncnn.layout<pack = 8>>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) -> tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @batchnorm
// CHECK:         [[F:%.*]] = ncnn.pack_weights %w, %w, %w, %w into #ncnn.batchnorm_scale<lanes = 8, eps = 1.000000e+00 : f32>
// CHECK-NEXT:    [[T:%.*]] = ncnn.pack_weights %w, %w, %w, %w into #ncnn.batchnorm_shift<lanes = 8, eps = 1.000000e+00 : f32>
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%x, [[F]], [[T]] :
// CHECK:           arith.mulf
// CHECK-NEXT:      arith.addf
// CHECK-NOT:       math.sqrt

// Statistics that are no constants are worked with as they are.
func.func @statistics(%x: tensor<5xf32>, %w: tensor<5xf32>) -> tensor<5xf32> {
  %y = ncnn.batchnorm %x, %w, %w, %w, %w : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  func.return %y : tensor<5xf32>
}
// CHECK-LABEL: @statistics
// CHECK:         math.sqrt

// What only passes values on is nothing.
func.func @nothing(%x: tensor<5xf32>) -> tensor<5xf32> {
  %a = ncnn.noop %x : (tensor<5xf32>) -> tensor<5xf32>
  %b = ncnn.deepcopy %a : (tensor<5xf32>) -> tensor<5xf32>
  %y = ncnn.dropout %b : (tensor<5xf32>) -> tensor<5xf32>
  func.return %y : tensor<5xf32>
}
// CHECK-LABEL: @nothing
// CHECK-NEXT:    func.return %x
