// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},fold-channel-gather' | filecheck %s

// Of one tensor: that is read in place, be it an argument; its channels lie one after the other.
func.func @one(%x: tensor<1x3x3x8xf32>, %z: tensor<1x3x3x8xf32>, %u: tensor<64xf32>) -> tensor<1x3x3x8xf32> {
  %ge = tensor.empty() : tensor<1x3x3x8xf32>
  %g = kernel.gather_channels ins(%x : tensor<1x3x3x8xf32>) outs(%ge : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %ye = tensor.empty() : tensor<1x3x3x8xf32>
  %y = kernel.convolution ins(%g, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ye : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  func.return %y : tensor<1x3x3x8xf32>
}
// CHECK-LABEL: @one
// CHECK-NOT:     kernel.gather_channels
// CHECK:         [[T:%.*]] = ncnn.weight <"channel_table{{.*}}"> : tensor<1x8xi64>
// CHECK-NEXT:    kernel.convolution ins(%x, %u, [[T]] : tensor<1x3x3x8xf32>, tensor<64xf32>, tensor<1x8xi64>) {{.*}}, gathered} -> tensor<1x3x3x8xf32>

// Of two, which are computed side by side. A third joins them for the next convolution.
func.func @several(%x: tensor<1x3x3x8xf32>, %z: tensor<1x3x3x8xf32>, %u: tensor<64xf32>) -> tensor<1x3x3x8xf32> {
  %ae = tensor.empty() : tensor<1x3x3x8xf32>
  %a = kernel.convolution ins(%x, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ae : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %be = tensor.empty() : tensor<1x3x3x8xf32>
  %b = kernel.convolution ins(%z, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%be : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %ge = tensor.empty() : tensor<1x3x3x8xf32>
  %g = kernel.gather_channels ins(%a, %b : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>) outs(%ge : tensor<1x3x3x8xf32>) {channels = array<i64: 0, 1048576, 1, 1048577, 2, 1048578, 3, 1048579>} -> tensor<1x3x3x8xf32>
  %ce = tensor.empty() : tensor<1x3x3x8xf32>
  %c = kernel.convolution ins(%g, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ce : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %he = tensor.empty() : tensor<1x3x3x8xf32>
  %h = kernel.gather_channels ins(%b, %c : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>) outs(%he : tensor<1x3x3x8xf32>) {channels = array<i64: 0, 1048576, 1, 1048577, 2, 1048578, 3, 1048579>} -> tensor<1x3x3x8xf32>
  %ye = tensor.empty() : tensor<1x3x3x8xf32>
  %y = kernel.convolution ins(%h, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ye : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  func.return %y : tensor<1x3x3x8xf32>
}
// CHECK-LABEL: @several
// CHECK-NOT:     kernel.gather_channels
// CHECK:         [[AB:%.*]] = kernel.concat %a, %b : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32> -> tensor<2x3x3x8xf32>
// CHECK:         [[C:%.*]] = kernel.convolution ins([[AB]], %u, {{.*}} : tensor<2x3x3x8xf32>, tensor<64xf32>, tensor<1x8xi64>)
// CHECK:         [[ABC:%.*]] = kernel.concat [[AB]], [[C]] : tensor<2x3x3x8xf32>, tensor<1x3x3x8xf32> -> tensor<3x3x3x8xf32>
// CHECK:         kernel.convolution ins([[ABC]], %u, {{.*}}gathered

// A concatenation of what was gathered is read at its origin: nothing is left of either.
func.func @composed(%x: tensor<1x3x3x8xf32>, %z: tensor<1x3x3x8xf32>, %u: tensor<64xf32>) -> tensor<1x3x3x8xf32> {
  %ae = tensor.empty() : tensor<1x3x3x8xf32>
  %a = kernel.convolution ins(%x, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ae : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %be = tensor.empty() : tensor<1x3x3x8xf32>
  %b = kernel.convolution ins(%z, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%be : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %ge = tensor.empty() : tensor<1x3x3x8xf32>
  %g = kernel.gather_channels ins(%a : tensor<1x3x3x8xf32>) outs(%ge : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %c = kernel.concat %g, %b : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32> -> tensor<2x3x3x8xf32>
  %he = tensor.empty() : tensor<1x3x3x8xf32>
  %h = kernel.gather_channels ins(%c : tensor<2x3x3x8xf32>) outs(%he : tensor<1x3x3x8xf32>) {channels = array<i64: 0, 8, 1, 9, 2, 10, 3, 11>} -> tensor<1x3x3x8xf32>
  %ye = tensor.empty() : tensor<1x3x3x8xf32>
  %y = kernel.convolution ins(%h, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ye : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  func.return %y : tensor<1x3x3x8xf32>
}
// CHECK-LABEL: @composed
// CHECK-NOT:     kernel.gather_channels
// CHECK:         kernel.concat %a, %b
// CHECK:         kernel.convolution {{.*}}gathered

// So is one that a convolution itself reads.
func.func @concatenated(%x: tensor<1x3x3x8xf32>, %z: tensor<1x3x3x8xf32>, %u: tensor<64xf32>) -> (tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>) {
  %ae = tensor.empty() : tensor<1x3x3x8xf32>
  %a = kernel.convolution ins(%x, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ae : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %be = tensor.empty() : tensor<1x3x3x8xf32>
  %b = kernel.convolution ins(%z, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%be : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %ge = tensor.empty() : tensor<1x3x3x8xf32>
  %g = kernel.gather_channels ins(%a : tensor<1x3x3x8xf32>) outs(%ge : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %c = kernel.concat %g, %b : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32> -> tensor<2x3x3x8xf32>
  %ye = tensor.empty() : tensor<1x3x3x8xf32>
  %y = kernel.convolution ins(%c, %u : tensor<2x3x3x8xf32>, tensor<64xf32>) outs(%ye : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 2 : i64} -> tensor<1x3x3x8xf32>
  %he = tensor.empty() : tensor<1x3x3x8xf32>
  %h = kernel.gather_channels ins(%b, %a : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>) outs(%he : tensor<1x3x3x8xf32>) {channels = array<i64: 0, 1048576, 1, 1048577, 2, 1048578, 3, 1048579>} -> tensor<1x3x3x8xf32>
  %ve = tensor.empty() : tensor<1x3x3x8xf32>
  %v = kernel.convolution ins(%h, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ve : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  func.return %y, %v : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>
}
// CHECK-LABEL: @concatenated
// CHECK-NOT:     kernel.gather_channels
// CHECK:         [[AB:%.*]] = kernel.concat %a, %b
// CHECK-NOT:     kernel.concat
// CHECK:         kernel.convolution ins([[AB]], {{.*}}gathered
// CHECK:         kernel.convolution ins([[AB]], {{.*}}gathered

// A grouped convolution has a row of places for each group of output vectors. The epilogue's operands come after the table.
func.func @grouped(%x: tensor<1x3x3x8xf32>, %z: tensor<1x3x3x8xf32>, %u: tensor<64xf32>, %o: tensor<2x8xf32>) -> tensor<2x3x3x8xf32> {
  %t = ncnn.weight <"starts"> dense<[0, 4]> : tensor<2xi64>
  %ge = tensor.empty() : tensor<1x3x3x8xf32>
  %g = kernel.gather_channels ins(%x : tensor<1x3x3x8xf32>) outs(%ge : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %ye = tensor.empty() : tensor<2x3x3x8xf32>
  %y = kernel.convolution ins(%g, %u, %t, %o : tensor<1x3x3x8xf32>, tensor<64xf32>, tensor<2xi64>, tensor<2x8xf32>) outs(%ye : tensor<2x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 4 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64, grouped = 4 : i64} epilogue {
  ^bb0(%i: f32, %j: f32):
    %k = arith.addf %i, %j : f32
    linalg.yield %k : f32
  } -> tensor<2x3x3x8xf32>
  func.return %y : tensor<2x3x3x8xf32>
}
// CHECK-LABEL: @grouped
// CHECK-NOT:     kernel.gather_channels
// CHECK:         [[T:%.*]] = ncnn.weight <"channel_table{{.*}}"> : tensor<2x4xi64>
// CHECK-NEXT:    kernel.convolution ins(%x, %u, [[T]], %o : {{.*}}) outs(
// CHECK-NOT:     grouped
// CHECK-SAME:    gathered} epilogue {

// Under another shape, as the convolutions of batches read it.
func.func @viewed(%x: tensor<1x2x3x3x8xf32>, %u: tensor<64xf32>) -> tensor<1x2x9x8xf32> {
  %ge = tensor.empty() : tensor<1x2x3x3x8xf32>
  %g = kernel.gather_channels ins(%x : tensor<1x2x3x3x8xf32>) outs(%ge : tensor<1x2x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x2x3x3x8xf32>
  %v = kernel.view %g[0] : tensor<1x2x3x3x8xf32> -> tensor<1x2x9x8xf32>
  %ye = tensor.empty() : tensor<1x2x9x8xf32>
  %y = kernel.convolution ins(%v, %u : tensor<1x2x9x8xf32>, tensor<64xf32>) outs(%ye : tensor<1x2x9x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 2 : i64} -> tensor<1x2x9x8xf32>
  func.return %y : tensor<1x2x9x8xf32>
}
// CHECK-LABEL: @viewed
// CHECK-NOT:     kernel.gather_channels
// CHECK:         [[V:%.*]] = kernel.view %x[0] : tensor<1x2x3x3x8xf32> -> tensor<1x2x9x8xf32>
// CHECK:         kernel.convolution ins([[V]], %u, {{.*}}gathered

// Winograd's transform reads whole vectors.
func.func @winograd(%x: tensor<1x3x3x8xf32>, %z: tensor<1x3x3x8xf32>, %u: tensor<64xf32>) -> tensor<1x3x3x8xf32> {
  %ge = tensor.empty() : tensor<1x3x3x8xf32>
  %g = kernel.gather_channels ins(%x : tensor<1x3x3x8xf32>) outs(%ge : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %ye = tensor.empty() : tensor<1x3x3x8xf32>
  %y = kernel.convolution ins(%g, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ye : tensor<1x3x3x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x3x3x8xf32>
  func.return %y : tensor<1x3x3x8xf32>
}
// CHECK-LABEL: @winograd
// CHECK:         kernel.gather_channels
// CHECK-NOT:     gathered

// So does what a tile is gathered by, and Winograd's transform of sub-images.
func.func @whole_vectors(%x: tensor<1x3x3x8xf32>, %z: tensor<1x3x3x8xf32>, %u: tensor<64xf32>) -> (tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>) {
  %ge = tensor.empty() : tensor<1x3x3x8xf32>
  %g = kernel.gather_channels ins(%x : tensor<1x3x3x8xf32>) outs(%ge : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %he = tensor.empty() : tensor<1x3x3x8xf32>
  %h = kernel.gather_channels ins(%x : tensor<1x3x3x8xf32>) outs(%he : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %ye = tensor.empty() : tensor<1x3x3x8xf32>
  %y = kernel.convolution ins(%g, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ye : tensor<1x3x3x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x3x3x8xf32>
  %ve = tensor.empty() : tensor<1x3x3x8xf32>
  %v = kernel.convolution ins(%h, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ve : tensor<1x3x3x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm dilated>, inner = #kernel<algorithm winograd2>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x3x3x8xf32>
  func.return %y, %v : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>
}
// CHECK-LABEL: @whole_vectors
// CHECK-COUNT-2: kernel.gather_channels
// CHECK-NOT:     gathered

// Another reader needs the gather, which all read then.
func.func @other_reader(%x: tensor<1x3x3x8xf32>, %z: tensor<1x3x3x8xf32>, %u: tensor<64xf32>) -> (tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>) {
  %ge = tensor.empty() : tensor<1x3x3x8xf32>
  %g = kernel.gather_channels ins(%x : tensor<1x3x3x8xf32>) outs(%ge : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %ye = tensor.empty() : tensor<1x3x3x8xf32>
  %y = kernel.convolution ins(%g, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ye : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %re = tensor.empty() : tensor<1x3x3x8xf32>
  %r = kernel.copy ins(%g : tensor<1x3x3x8xf32>) outs(%re : tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32>
  func.return %y, %r : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>
}
// CHECK-LABEL: @other_reader
// CHECK:         %g = kernel.gather_channels
// CHECK:         kernel.convolution ins(%g, %u :
// CHECK-NOT:     gathered

// As an operand of the epilogue it is read by the vector.
func.func @epilogue_operand(%x: tensor<1x3x3x8xf32>, %z: tensor<1x3x3x8xf32>, %u: tensor<64xf32>) -> tensor<1x3x3x8xf32> {
  %ge = tensor.empty() : tensor<1x3x3x8xf32>
  %g = kernel.gather_channels ins(%x : tensor<1x3x3x8xf32>) outs(%ge : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %ae = tensor.empty() : tensor<1x3x3x8xf32>
  %a = kernel.convolution ins(%g, %u, %g : tensor<1x3x3x8xf32>, tensor<64xf32>, tensor<1x3x3x8xf32>) outs(%ae : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} epilogue {
  ^bb0(%i: f32, %j: f32):
    %k = arith.addf %i, %j : f32
    linalg.yield %k : f32
  } -> tensor<1x3x3x8xf32>
  func.return %a : tensor<1x3x3x8xf32>
}
// CHECK-LABEL: @epilogue_operand
// CHECK:         kernel.gather_channels
// CHECK-NOT:     gathered

// Arguments, results and what another concatenation holds cannot move side by side.
func.func @fixed(%x: tensor<1x3x3x8xf32>, %z: tensor<1x3x3x8xf32>, %u: tensor<64xf32>) -> (tensor<1x3x3x8xf32>, tensor<2x3x3x8xf32>, tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>) {
  %ae = tensor.empty() : tensor<1x3x3x8xf32>
  %a = kernel.convolution ins(%x, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ae : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %be = tensor.empty() : tensor<1x3x3x8xf32>
  %b = kernel.convolution ins(%z, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%be : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %ce = tensor.empty() : tensor<1x3x3x8xf32>
  %c = kernel.convolution ins(%z, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ce : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %f = kernel.concat %c, %c : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32> -> tensor<2x3x3x8xf32>
  %ge = tensor.empty() : tensor<1x3x3x8xf32>
  %g = kernel.gather_channels ins(%x, %a : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>) outs(%ge : tensor<1x3x3x8xf32>) {channels = array<i64: 0, 1048576, 1, 1048577, 2, 1048578, 3, 1048579>} -> tensor<1x3x3x8xf32>
  %le = tensor.empty() : tensor<1x3x3x8xf32>
  %l = kernel.convolution ins(%g, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%le : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %he = tensor.empty() : tensor<1x3x3x8xf32>
  %h = kernel.gather_channels ins(%a, %b : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>) outs(%he : tensor<1x3x3x8xf32>) {channels = array<i64: 0, 1048576, 1, 1048577, 2, 1048578, 3, 1048579>} -> tensor<1x3x3x8xf32>
  %me = tensor.empty() : tensor<1x3x3x8xf32>
  %m = kernel.convolution ins(%h, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%me : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  %ie = tensor.empty() : tensor<1x3x3x8xf32>
  %i = kernel.gather_channels ins(%a, %c : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>) outs(%ie : tensor<1x3x3x8xf32>) {channels = array<i64: 0, 1048576, 1, 1048577, 2, 1048578, 3, 1048579>} -> tensor<1x3x3x8xf32>
  %ne = tensor.empty() : tensor<1x3x3x8xf32>
  %n = kernel.convolution ins(%i, %u : tensor<1x3x3x8xf32>, tensor<64xf32>) outs(%ne : tensor<1x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 1 : i64} -> tensor<1x3x3x8xf32>
  func.return %b, %f, %l, %m, %n : tensor<1x3x3x8xf32>, tensor<2x3x3x8xf32>, tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>
}
// CHECK-LABEL: @fixed
// CHECK-COUNT-3: kernel.gather_channels
// CHECK-NOT:     gathered

// Many output vectors would look the channels up again and again: of 8 that takes as long as gathering 5 vectors, of the 9
// that there are; not of 32, nor of two convolutions that would save but one gather.
func.func @many_outputs(%x: tensor<1x3x3x8xf32>, %u: tensor<512xf32>, %v: tensor<2048xf32>) -> (tensor<8x3x3x8xf32>, tensor<32x3x3x8xf32>, tensor<8x3x3x8xf32>, tensor<8x3x3x8xf32>) {
  %fewe = tensor.empty() : tensor<1x3x3x8xf32>
  %few = kernel.gather_channels ins(%x : tensor<1x3x3x8xf32>) outs(%fewe : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %ae = tensor.empty() : tensor<8x3x3x8xf32>
  %a = kernel.convolution ins(%few, %u : tensor<1x3x3x8xf32>, tensor<512xf32>) outs(%ae : tensor<8x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 5 : i64} -> tensor<8x3x3x8xf32>
  %manye = tensor.empty() : tensor<1x3x3x8xf32>
  %many = kernel.gather_channels ins(%x : tensor<1x3x3x8xf32>) outs(%manye : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %be = tensor.empty() : tensor<32x3x3x8xf32>
  %b = kernel.convolution ins(%many, %v : tensor<1x3x3x8xf32>, tensor<2048xf32>) outs(%be : tensor<32x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 20 : i64} -> tensor<32x3x3x8xf32>
  %twicee = tensor.empty() : tensor<1x3x3x8xf32>
  %twice = kernel.gather_channels ins(%x : tensor<1x3x3x8xf32>) outs(%twicee : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %ce = tensor.empty() : tensor<8x3x3x8xf32>
  %c = kernel.convolution ins(%twice, %u : tensor<1x3x3x8xf32>, tensor<512xf32>) outs(%ce : tensor<8x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 5 : i64} -> tensor<8x3x3x8xf32>
  %de = tensor.empty() : tensor<8x3x3x8xf32>
  %d = kernel.convolution ins(%twice, %u : tensor<1x3x3x8xf32>, tensor<512xf32>) outs(%de : tensor<8x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, table_vectors = 5 : i64} -> tensor<8x3x3x8xf32>
  func.return %a, %b, %c, %d : tensor<8x3x3x8xf32>, tensor<32x3x3x8xf32>, tensor<8x3x3x8xf32>, tensor<8x3x3x8xf32>
}
// CHECK-LABEL: @many_outputs
// CHECK-NOT:     kernel.gather_channels
// CHECK:         kernel.convolution ins(%x, {{.*}}gathered
// CHECK:         %many = kernel.gather_channels
// CHECK:         kernel.convolution ins(%many, %v :
// CHECK:         %twice = kernel.gather_channels
// CHECK-NEXT:    tensor.empty
// CHECK-NEXT:    kernel.convolution ins(%twice, %u :
// CHECK-NEXT:    tensor.empty
// CHECK-NEXT:    kernel.convolution ins(%twice, %u :

// A concatenation costs nothing: it is the gathered part of it that is weighed, and nothing if
// others read that as well.
func.func @part(%x: tensor<1x3x3x8xf32>, %u: tensor<1024xf32>) -> (tensor<8x3x3x8xf32>, tensor<8x3x3x8xf32>, tensor<1x3x3x8xf32>) {
  %oe = tensor.empty() : tensor<1x3x3x8xf32>
  %o = kernel.copy ins(%x : tensor<1x3x3x8xf32>) outs(%oe : tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32>
  %ge = tensor.empty() : tensor<1x3x3x8xf32>
  %g = kernel.gather_channels ins(%o : tensor<1x3x3x8xf32>) outs(%ge : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %p = kernel.concat %g, %o : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32> -> tensor<2x3x3x8xf32>
  %ae = tensor.empty() : tensor<8x3x3x8xf32>
  %a = kernel.convolution ins(%p, %u : tensor<2x3x3x8xf32>, tensor<1024xf32>) outs(%ae : tensor<8x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 9, 1>, block = 4 : i64, table_vectors = 4 : i64} -> tensor<8x3x3x8xf32>
  %he = tensor.empty() : tensor<1x3x3x8xf32>
  %h = kernel.gather_channels ins(%o : tensor<1x3x3x8xf32>) outs(%he : tensor<1x3x3x8xf32>) {channels = array<i64: 4, 0, 5, 1, 6, 2, 7, 3>} -> tensor<1x3x3x8xf32>
  %q = kernel.concat %h, %o : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32> -> tensor<2x3x3x8xf32>
  %be = tensor.empty() : tensor<8x3x3x8xf32>
  %b = kernel.convolution ins(%q, %u : tensor<2x3x3x8xf32>, tensor<1024xf32>) outs(%be : tensor<8x3x3x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 9, 1>, block = 4 : i64, table_vectors = 4 : i64} -> tensor<8x3x3x8xf32>
  %re = tensor.empty() : tensor<1x3x3x8xf32>
  %r = kernel.copy ins(%h : tensor<1x3x3x8xf32>) outs(%re : tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32>
  func.return %a, %b, %r : tensor<8x3x3x8xf32>, tensor<8x3x3x8xf32>, tensor<1x3x3x8xf32>
}
// CHECK-LABEL: @part
// CHECK-NOT:     kernel.gather_channels
// CHECK:         kernel.convolution ins(%o, {{.*}}gathered
// CHECK:         %h = kernel.gather_channels
// CHECK:         [[Q:%.*]] = kernel.concat %h, %o
// CHECK:         kernel.convolution ins([[Q]], %u :
