// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' --split-input-file --verify-diagnostics | filecheck %s
// REQUIREMENT: W27

// Types become physical: 12 channels are two blocks of 8, 6 are one. gemm of a 1x1 reads in place.
func.func @gemm(%x: tensor<12x4x4xf32, #ncnn.layout<pack = 8>>) -> tensor<6x4x4xf32, #ncnn.layout<pack = 8>> {
  %w = ncnn.weight <"w"> : tensor<6x12x1x1xf32>
  %y = ncnn.convolution %x, %w algorithm gemm : tensor<12x4x4xf32, #ncnn.layout<pack = 8>>, tensor<6x12x1x1xf32> -> tensor<6x4x4xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<6x4x4xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: func.func @gemm(%x: tensor<2x4x4x8xf32>) -> tensor<1x4x4x8xf32>
// CHECK:         [[E:%.*]] = tensor.empty() : tensor<1x4x4x8xf32>
// CHECK-NEXT:    [[U:%.*]] = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 8, vectors = 1> : tensor<6x12x1x1xf32> -> tensor<96xf32>
// CHECK-NEXT:    [[Y:%.*]] = kernel.convolution ins(%x, [[U]] : {{.*}}) outs([[E]] : {{.*}}) {{.*}}algorithm gemm>, channels = 12 : i64,
// CHECK-NEXT:    func.return [[Y]] : tensor<1x4x4x8xf32>

// -----

// gemm of a window gathers it first, and clears the 4 lanes that hold no channel.
func.func @im2col(%x: tensor<12x4x4xf32, #ncnn.layout<pack = 8>>) -> tensor<8x2x2xf32, #ncnn.layout<pack = 8>> {
  %w = ncnn.weight <"w"> : tensor<8x12x3x3xf32>
  %y = ncnn.convolution %x, %w algorithm gemm : tensor<12x4x4xf32, #ncnn.layout<pack = 8>>, tensor<8x12x3x3xf32> -> tensor<8x2x2xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<8x2x2xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @im2col
// CHECK:         [[COLUMNS:%.*]] = kernel.im2col ins(%x : {{.*}}) outs({{.*}} : tensor<18x2x2x8xf32>) {{.*}}channels = 12 : i64}
// CHECK-NEXT:    [[U:%.*]] = ncnn.pack_weights %w into #ncnn.gathered_weights<lanes = 8, vectors = 1, pack = 8> : tensor<8x12x3x3xf32> -> tensor<1152xf32>
// CHECK-NEXT:    kernel.convolution ins([[COLUMNS]], [[U]] : {{.*}}kernel = array<i64: 1, 1>, {{.*}}channels = 144 : i64,

// -----

// Bias and activation become the epilogue; a bias is packed like the output's channels. A plain
// result is made packed and unpacked.
func.func @epilogue(%x: tensor<3x4x4xf32>) -> tensor<12x4x4xf32> {
  %w = ncnn.weight <"w"> : tensor<12x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<12xf32>
  %y = ncnn.convolution %x, %w bias %b : tensor<12xf32> pad [1, 1, 1, 1] activation relu algorithm winograd4 : tensor<3x4x4xf32>, tensor<12x3x3x3xf32> -> tensor<12x4x4xf32>
  func.return %y : tensor<12x4x4xf32>
}
// CHECK-LABEL: @epilogue
// CHECK:         [[B:%.*]] = ncnn.pack_weights %b into #ncnn.packed_blob<lanes = 8> : tensor<12xf32> -> tensor<2x8xf32>
// CHECK-NEXT:    [[U:%.*]] = ncnn.pack_weights %w into #ncnn.winograd_weights<tile = 4, lanes = 8, vectors = {{[12]}}> : tensor<12x3x3x3xf32> -> tensor<1728xf32>
// CHECK:         [[Y:%.*]], {{.*}} = kernel.convolution ins(%x, [[U]], [[B]] : {{.*}}epilogue {
// CHECK:           arith.addf
// CHECK:           simd.maximum
// CHECK:         [[PLAIN:%.*]] = kernel.unpack ins([[Y]] : tensor<2x4x4x8xf32>)
// CHECK-NEXT:    func.return [[PLAIN]]

// -----

// Depthwise: the input is packed if it is not; groups: a table of first channels, and of those
// between which there are weights where some output vectors span more groups than others.
func.func @groups(%x: tensor<12x4x4xf32>) -> (tensor<12x4x4xf32, #ncnn.layout<pack = 8>>, tensor<12x4x4xf32, #ncnn.layout<pack = 8>>) {
  %w = ncnn.weight <"w"> : tensor<12x1x1x1xf32>
  %v = ncnn.weight <"v"> : tensor<12x4x1x1xf32>
  %y = ncnn.convolution_depthwise %x, %w group 12 algorithm depthwise : tensor<12x4x4xf32>, tensor<12x1x1x1xf32> -> tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
  %z = ncnn.convolution_depthwise %x, %v group 3 algorithm packed : tensor<12x4x4xf32>, tensor<12x4x1x1xf32> -> tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
  func.return %y, %z : tensor<12x4x4xf32, #ncnn.layout<pack = 8>>, tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @groups
// CHECK:         [[X:%.*]] = kernel.pack ins(%x : {{.*}}) outs({{.*}} : tensor<2x4x4x8xf32>)
// CHECK:         kernel.depthwise ins([[X]], {{.*}}register = 4 : i64}
// The first 8 outputs see channels 0 to 7, the last 4 channels 8 to 11, counted from 4.
// CHECK:         ncnn.pack_weights %v into #ncnn.grouped_weights<lanes = 8, vectors = 1, groups = 3, span = 8, starts = array<i64: 0, 4>>
// CHECK:         kernel.convolution ins(%x, {{.*}} tensor<3x2xi64>) {{.*}}channels = 8 : i64, {{.*}}grouped = 4 : i64}

// -----

// Layout conversions: by kernels, at compile time for weights, not at all for a vector.
func.func @layouts(%x: tensor<12x4x4xf32, #ncnn.layout<pack = 8>>, %v: tensor<12xf32, #ncnn.layout<pack = 8>>)
    -> (tensor<12x4x4xf32, #ncnn.layout<pack = 4>>, tensor<12xf32>, tensor<12xf32, #ncnn.layout<pack = 4>>) {
  %w = ncnn.weight <"w"> : tensor<12xf32>
  %0 = ncnn.convert_layout %x : tensor<12x4x4xf32, #ncnn.layout<pack = 8>> -> tensor<12x4x4xf32, #ncnn.layout<pack = 4>>
  %1 = ncnn.convert_layout %v : tensor<12xf32, #ncnn.layout<pack = 8>> -> tensor<12xf32>
  %2 = ncnn.convert_layout %w : tensor<12xf32> -> tensor<12xf32, #ncnn.layout<pack = 4>>
  func.return %0, %1, %2 : tensor<12x4x4xf32, #ncnn.layout<pack = 4>>, tensor<12xf32>, tensor<12xf32, #ncnn.layout<pack = 4>>
}
// CHECK-LABEL: @layouts
// CHECK:         kernel.unpack ins(%x : {{.*}}) outs({{.*}} : tensor<12x4x4xf32>)
// CHECK:         kernel.pack ins({{.*}}) outs({{.*}} : tensor<3x4x4x4xf32>)
// CHECK:         kernel.view %v[0] : tensor<2x8xf32> -> tensor<12xf32>
// CHECK-NEXT:    ncnn.pack_weights %w into #ncnn.packed_blob<lanes = 4> : tensor<12xf32> -> tensor<3x4xf32>
// CHECK-NEXT:    func.return

// -----

func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: (arith.negf): cannot be lowered
  %0 = arith.negf %x : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// A dilated convolution is one kernel, which reads its sub-images in place; 2 x 2 of them have one
// tile of 4 x 4 each, all in one block. Pixels of a packed tile are those of one sub-image.
func.func @dilated(%x: tensor<8x8x8xf32, #ncnn.layout<pack = 8>>) -> (tensor<8x8x8xf32, #ncnn.layout<pack = 8>>, tensor<8x8x8xf32, #ncnn.layout<pack = 8>>) {
  %w = ncnn.weight <"w"> : tensor<8x8x3x3xf32>
  %y = ncnn.convolution %x, %w dilation [2, 2] pad [2, 2, 2, 2] algorithm dilated inner winograd4 : tensor<8x8x8xf32, #ncnn.layout<pack = 8>>, tensor<8x8x3x3xf32> -> tensor<8x8x8xf32, #ncnn.layout<pack = 8>>
  %z = ncnn.convolution %y, %w dilation [2, 2] pad [2, 2, 2, 2] algorithm dilated inner packed : tensor<8x8x8xf32, #ncnn.layout<pack = 8>>, tensor<8x8x3x3xf32> -> tensor<8x8x8xf32, #ncnn.layout<pack = 8>>
  func.return %y, %z : tensor<8x8x8xf32, #ncnn.layout<pack = 8>>, tensor<8x8x8xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @dilated
// CHECK:         ncnn.pack_weights %w into #ncnn.winograd_weights<tile = 4,
// CHECK:         [[V:%.*]] = tensor.empty() : tensor<36x5x8xf32>
// CHECK:         kernel.convolution ins(%x, {{.*}}) outs({{.*}}, [[V]] : {{.*}}dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm dilated>, inner = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
// CHECK:         ncnn.pack_weights %w into #ncnn.direct_weights<
// CHECK:         kernel.convolution {{.*}}algorithm = #kernel<algorithm dilated>, inner = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>,

// -----

// Where the 3 weights of a kernel row and an input vector leave 12 of 16 registers to sums, 12 pixels
// of a row are worked on together; with wider kernels or strides, 8 at the most.
func.func @pixels(%x: tensor<8x9x26xf32, #ncnn.layout<pack = 8>>, %w: tensor<8x1x3x3xf32>, %v: tensor<8x1x5x5xf32>) -> tensor<8x3x20xf32, #ncnn.layout<pack = 8>> {
  %y = ncnn.convolution_depthwise %x, %w group 8 algorithm depthwise : tensor<8x9x26xf32, #ncnn.layout<pack = 8>>, tensor<8x1x3x3xf32> -> tensor<8x7x24xf32, #ncnn.layout<pack = 8>>
  %z = ncnn.convolution_depthwise %y, %v group 8 algorithm depthwise : tensor<8x7x24xf32, #ncnn.layout<pack = 8>>, tensor<8x1x5x5xf32> -> tensor<8x3x20xf32, #ncnn.layout<pack = 8>>
  func.return %z : tensor<8x3x20xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @pixels
// CHECK:         kernel.depthwise {{.*}}kernel = array<i64: 3, 3>{{.*}}register = 12 : i64}
// CHECK:         kernel.depthwise {{.*}}kernel = array<i64: 5, 5>{{.*}}register = 7 : i64}

// -----

// Columns known at run time: windows see zeros behind them, and the kernel ends there.
#in = affine_map<()[s0] -> (8, 5, s0)>
#out = affine_map<()[s0] -> (8, 3, (s0 floordiv 2))>
func.func @dynamic_width(%x: tensor<8x5x32xf32, #ncnn.layout<pack = 8>> {ncnn.extents = #in}) -> (tensor<8x3x16xf32, #ncnn.layout<pack = 8>> {ncnn.extents = #out}) attributes {ncnn.symbols = [{name = "W", least = 1 : i64, most = 32 : i64, planned = 32 : i64}]} {
  %w = ncnn.weight <"w"> : tensor<8x8x3x3xf32>
  %y = ncnn.convolution %x, %w stride [1, 2] pad [0, 0, 0, 1] algorithm packed {ncnn.extents = [#out]} : tensor<8x5x32xf32, #ncnn.layout<pack = 8>>, tensor<8x8x3x3xf32> -> tensor<8x3x16xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<8x3x16xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @dynamic_width
// CHECK:         [[X:%.*]] = kernel.zero_margin outs(%x : {{.*}}) {margin = array<i64: 0, 1>, bounds = affine_map<()[s0] -> (1, 5, s0, 8)>}
// CHECK:         kernel.convolution ins([[X]], {{.*}}) {{.*}}bounds = affine_map<()[s0] -> (1, 3, (s0 floordiv 2), 8)>

// Of the kernels for images of other sizes one writes the output; zeros are those that all of them need.
#row = affine_map<()[s0] -> (8, 5, s0)>
func.func @dynamic_sizes(%x: tensor<8x5x32xf32, #ncnn.layout<pack = 8>> {ncnn.extents = #row}) -> (tensor<8x5x32xf32, #ncnn.layout<pack = 8>> {ncnn.extents = #row}) attributes {ncnn.symbols = [{name = "W", least = 1 : i64, most = 32 : i64, planned = 32 : i64}]} {
  %w = ncnn.weight <"w"> : tensor<8x8x3x3xf32>
  %y = ncnn.convolution %x, %w pad [1, 1, 1, 1] algorithm packed schedule <register = [4, 1], block = 5, pixels = [0, 90], large = <algorithm = winograd2, register = [4, 1], block = 8, pixels = [90, 0]>> {ncnn.extents = [#row]} : tensor<8x5x32xf32, #ncnn.layout<pack = 8>>, tensor<8x8x3x3xf32> -> tensor<8x5x32xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<8x5x32xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @dynamic_sizes
// CHECK:         [[X:%.*]] = kernel.zero_margin outs(%x : {{.*}}) {margin = array<i64: 2, 2>
// CHECK:         [[LARGE:%.*]] = kernel.convolution ins([[X]], {{.*}}algorithm winograd2>{{.*}}pixels = array<i64: 90, 0>
// CHECK:         kernel.convolution ins([[X]], {{.*}}) outs([[LARGE]] : {{.*}}algorithm packed>{{.*}}pixels = array<i64: 0, 90>
