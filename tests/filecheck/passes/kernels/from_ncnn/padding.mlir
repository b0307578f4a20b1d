// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// A cell is a vector of a packed blob.
func.func @packed(%x: tensor<12x4x4xf32, #ncnn.layout<pack = 8>>) -> tensor<12x5x7xf32, #ncnn.layout<pack = 8>> {
  %y = ncnn.padding reflect %x before [0, 1, 1] after [0, 0, 2] : tensor<12x4x4xf32, #ncnn.layout<pack = 8>> -> tensor<12x5x7xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<12x5x7xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @packed
// CHECK:         kernel.padding ins(%x : tensor<2x4x4x8xf32>) outs(%{{.*}} : tensor<2x5x7x8xf32>) {kind = #kernel<padding_kind reflect>, before = array<i64: 0, 1, 1>, after = array<i64: 0, 0, 2>,

// A cell of a plain one is an element; a vector is padded as a matrix of one row.
func.func @plain(%x: tensor<6xf32>) -> tensor<9xf32> {
  %y = ncnn.padding constant %x before [0, 0, 1] after [0, 0, 2] value 0.5 : tensor<6xf32> -> tensor<9xf32>
  func.return %y : tensor<9xf32>
}
// CHECK-LABEL: @plain
// CHECK:         kernel.padding ins(%{{.*}} : tensor<1x6x1xf32>) outs(%{{.*}} : tensor<1x9x1xf32>) {{.*}}before = array<i64: 0, 1>, after = array<i64: 0, 2>, value = 5.000000e-01 : f32}
// CHECK-NEXT:    kernel.view {{.*}} -> tensor<9xf32>

// Constants by channel are packed like the channels; a padding of nothing is nothing.
func.func @values(%x: tensor<12x4x4xf32, #ncnn.layout<pack = 8>>) -> tensor<12x5x4xf32, #ncnn.layout<pack = 8>> {
  %v = ncnn.weight <"v"> : tensor<12xf32>
  %y = ncnn.padding constant %x : tensor<12x4x4xf32, #ncnn.layout<pack = 8>> -> tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
  %z = ncnn.padding constant %y values %v : tensor<12xf32> before [0, 1, 0] : tensor<12x4x4xf32, #ncnn.layout<pack = 8>> -> tensor<12x5x4xf32, #ncnn.layout<pack = 8>>
  func.return %z : tensor<12x5x4xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @values
// CHECK:         [[V:%.*]] = ncnn.pack_weights %v into #ncnn.packed_blob<lanes = 8> : tensor<12xf32> -> tensor<2x8xf32>
// CHECK:         kernel.padding ins(%x, [[V]] : tensor<2x4x4x8xf32>, tensor<2x8xf32>)
