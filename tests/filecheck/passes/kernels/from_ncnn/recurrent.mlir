// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// The products of all steps, both directions and all gates are one; the gates of 8 hidden elements
// lie side by side (3 blocks of 8, 4 gates, 2 directions: 192 columns).
func.func @lstm(%x: tensor<9x7xf32>, %h: tensor<2x5xf32>, %c: tensor<2x20xf32>) -> (tensor<9x10xf32>, tensor<2x5xf32>, tensor<2x20xf32>) {
  %xc = ncnn.weight <"xc"> : tensor<2x80x7xf32>
  %b = ncnn.weight <"b"> : tensor<2x4x20xf32>
  %hc = ncnn.weight <"hc"> : tensor<2x80x5xf32>
  %hr = ncnn.weight <"hr"> : tensor<2x5x20xf32>
  %y, %i, %d = ncnn.lstm %x from %h, %c : tensor<2x5xf32>, tensor<2x20xf32> weights %xc, %b, %hc : tensor<2x80x7xf32>, tensor<2x4x20xf32>, tensor<2x80x5xf32> projection %hr : tensor<2x5x20xf32> direction both : tensor<9x7xf32> -> tensor<9x10xf32>, tensor<2x5xf32>, tensor<2x20xf32>
  func.return %y, %i, %d : tensor<9x10xf32>, tensor<2x5xf32>, tensor<2x20xf32>
}
// CHECK-LABEL: @lstm
// CHECK:         [[HC:%.*]] = ncnn.pack_weights %hc into #ncnn.gate_rows<lanes = 8, columns = 5, gates = 4, chosen = array<i64: 0, 1, 2, 3>> : tensor<2x80x5xf32> -> tensor<192x5xf32>
// CHECK:         [[XC:%.*]] = ncnn.pack_weights %xc into #ncnn.gate_rows<lanes = 8, columns = 7, gates = 4, chosen = array<i64: 0, 1, 2, 3>> : tensor<2x80x7xf32> -> tensor<192x7xf32>
// CHECK:         [[PANELS:%.*]] = ncnn.pack_weights [[XC]] into #ncnn.matrix_panels<{{.*}} : tensor<192x
// CHECK:         [[X:%.*]] = kernel.matmul ins(%x, [[PANELS]], %{{.*}} : tensor<9x7xf32>, tensor<1344xf32>, tensor<1x192xf32>) outs(%{{.*}} : tensor<9x192xf32>) {extents = array<i64: 1, 9, 192, 7>
// CHECK:           arith.addf
// CHECK:         [[W:%.*]] = ncnn.pack_weights [[HC]] into #ncnn.matvec_weights<lanes = 8, vectors = 4, pack = 1, pixels = 1> : tensor<192x5xf32> -> tensor<960xf32>
// CHECK:         [[P:%.*]] = ncnn.pack_weights %{{.*}} into #ncnn.matvec_weights<lanes = 8, vectors = 1, pack = 1, pixels = 1> : tensor<16x20xf32> -> tensor<320xf32>
// CHECK:         kernel.recurrence ins([[X]], [[W]], [[P]], %h, %c : tensor<9x192xf32>, tensor<960xf32>, tensor<320xf32>, tensor<2x5xf32>, tensor<2x20xf32>) outs({{.*}} : tensor<9x10xf32>, tensor<2x5xf32>, tensor<2x20xf32>, tensor<2x20xf32>) {cell_kind = #kernel<recurrent_cell lstm>, direction = #kernel<direction both>, lanes = 8 : i64, group = 1 : i64, projection_group = 1 : i64, initial}

// Of int8 the rows become integers too, of which scales are undone by the kernel. The new gate has a bias inside of what is reset.
func.func @int8(%x: tensor<9x7xf32>) -> tensor<9x16xf32> {
  %xc = ncnn.weight <"xc"> : tensor<1x48x7xi8>
  %b = ncnn.weight <"b"> : tensor<1x4x16xf32>
  %hc = ncnn.weight <"hc"> : tensor<1x48x16xi8>
  %s = ncnn.weight <"s"> : tensor<1x48xf32>
  %y = ncnn.gru %x weights %xc, %b, %hc : tensor<1x48x7xi8>, tensor<1x4x16xf32>, tensor<1x48x16xi8> scale_xc %s : tensor<1x48xf32> scale_hc %s : tensor<1x48xf32> int8_scale_term 2 : tensor<9x7xf32> -> tensor<9x16xf32>
  func.return %y : tensor<9x16xf32>
}
// CHECK-LABEL: @int8
// CHECK:         [[HC:%.*]] = ncnn.pack_weights %hc into #ncnn.gate_rows<{{.*}} : tensor<1x48x16xi8> -> tensor<48x16xi8>
// CHECK:         [[Q:%.*]], [[F:%.*]], [[S:%.*]] = kernel.quantize_blocks ins(%x : tensor<9x7xf32>)
// CHECK:         kernel.block_matmul ins([[Q]], [[F]], [[S]], %{{.*}}, %{{.*}}, %{{.*}} : tensor<9x16xi16>, tensor<9x1xf32>, tensor<9x1xi32>, {{.*}} tensor<1x48xf32>)
// CHECK:           arith.addf
// CHECK:         [[W:%.*]] = ncnn.pack_weights [[HC]] into #ncnn.matvec_weights<lanes = 8, vectors = 6, pack = 1, pixels = 1, steps = 2> : tensor<48x16xi8> -> tensor<768xi8>
// CHECK:         chosen = array<i64: 3>> : tensor<1x4x16xf32> -> tensor<16x1xf32>
// CHECK:         [[FACTORS:%.*]] = ncnn.pack_weights %{{.*}} into #ncnn.block_factors<lanes = 8, vectors = 1> : tensor<48x1xf32> -> tensor<48xf32>
// CHECK:         kernel.recurrence ins(%{{.*}}, [[W]], %{{.*}}, [[FACTORS]] : {{.*}}product = #target.product<"x86-avx2", "vpmaddwd">, group = 2 : i64}

// One row: the kernel for vectors.
func.func @vector(%x: tensor<7xf32>) -> tensor<1x8xf32> {
  %xc = ncnn.weight <"xc"> : tensor<1x8x7xf32>
  %b = ncnn.weight <"b"> : tensor<1x1x8xf32>
  %hc = ncnn.weight <"hc"> : tensor<1x8x8xf32>
  %y = ncnn.rnn %x weights %xc, %b, %hc : tensor<1x8x7xf32>, tensor<1x1x8xf32>, tensor<1x8x8xf32> : tensor<7xf32> -> tensor<1x8xf32>
  func.return %y : tensor<1x8xf32>
}
// CHECK-LABEL: @vector
// CHECK:         kernel.matvec {{.*}} outs(%{{.*}} : tensor<1x8xf32>) {lanes = 8 : i64, register = array<i64: 1, 1>}
// CHECK:         kernel.recurrence
