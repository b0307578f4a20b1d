// RUN: ncnnc-opt %s -p convert-1d-to-2d | filecheck %s

// A sequence is an image of one row, with kernels of one row.
// CHECK-LABEL: @convolution
func.func @convolution(%x: tensor<4x9xf32>, %b: tensor<6xf32>) -> tensor<6x5xf32> {
  %w = ncnn.weight <"w"> : tensor<6x4x3xf32>
  // CHECK: [[X:%.*]] = ncnn.reshape %x shape [4, 1, 9] : (tensor<4x9xf32>) -> tensor<4x1x9xf32>
  // CHECK-NEXT: [[W:%.*]] = ncnn.reshape %w shape [6, 4, 1, 3] : (tensor<6x4x3xf32>) -> tensor<6x4x1x3xf32>
  // CHECK-NEXT: [[Y:%.*]] = ncnn.convolution [[X]], [[W]] bias %b : tensor<6xf32> stride [1, 2] dilation [1, 2] pad [0, 1, 0, 4] pad_value 5.000000e-01 activation clip params [0.000000e+00, 6.000000e+00] : tensor<4x1x9xf32>, tensor<6x4x1x3xf32> -> tensor<6x1x5xf32>
  // CHECK-NEXT: [[R:%.*]] = ncnn.reshape [[Y]] shape [6, 5] : (tensor<6x1x5xf32>) -> tensor<6x5xf32>
  // CHECK-NEXT: func.return [[R]]
  %y = ncnn.convolution1d %x, %w bias %b : tensor<6xf32> stride 2 dilation 2 pad [1, 4] pad_value 0.5 activation clip params [0.0, 6.0] : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x5xf32>
  func.return %y : tensor<6x5xf32>
}

// Groups stay; codes for padding are on all sides.
// CHECK-LABEL: @groups
func.func @groups(%x: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %w = ncnn.weight <"w"> : tensor<4x2x3xf32>
  // CHECK: ncnn.convolution_depthwise {{.*}} group 2 pad [-233, -233, -233, -233] : tensor<4x1x9xf32>, tensor<4x2x1x3xf32> -> tensor<4x1x9xf32>
  %y = ncnn.convolution_depthwise1d %x, %w group 2 pad [-233, -233] : tensor<4x9xf32>, tensor<4x2x3xf32> -> tensor<4x9xf32>
  func.return %y : tensor<4x9xf32>
}

// Of more weights than the input has channels for the first count.
// CHECK-LABEL: @spare_weights
func.func @spare_weights(%x: tensor<4x9xf32>) -> tensor<4x7xf32> {
  %w = ncnn.weight <"w"> : tensor<4x5x3xf32>
  // CHECK: [[F:%.*]] = ncnn.reshape %w shape [60] : (tensor<4x5x3xf32>) -> tensor<60xf32>
  // CHECK-NEXT: [[C:%.*]] = ncnn.crop slice [[F]] starts [0] ends [24] axes [0] : (tensor<60xf32>) -> tensor<24xf32>
  // CHECK-NEXT: [[W:%.*]] = ncnn.reshape [[C]] shape [4, 2, 1, 3] : (tensor<24xf32>) -> tensor<4x2x1x3xf32>
  // CHECK-NEXT: ncnn.convolution_depthwise {{.*}}, [[W]] group 2
  %y = ncnn.convolution_depthwise1d %x, %w group 2 : tensor<4x9xf32>, tensor<4x5x3xf32> -> tensor<4x7xf32>
  func.return %y : tensor<4x7xf32>
}

// Layers in a row meet without a reshape between them.
// CHECK-LABEL: @chain
func.func @chain(%x: tensor<4x9xf32>) -> tensor<5x5xf32> {
  %w = ncnn.weight <"w"> : tensor<6x4x3xf32>
  %v = ncnn.weight <"v"> : tensor<5x6x3xf32>
  // CHECK: [[A:%.*]] = ncnn.convolution {{.*}} -> tensor<6x1x7xf32>
  // CHECK: ncnn.convolution [[A]], {{.*}} -> tensor<5x1x5xf32>
  %a = ncnn.convolution1d %x, %w : tensor<4x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  %y = ncnn.convolution1d %a, %v : tensor<6x7xf32>, tensor<5x6x3xf32> -> tensor<5x5xf32>
  func.return %y : tensor<5x5xf32>
}

// Where a shape is unknown, nothing happens.
// CHECK-LABEL: @unknown
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<6x4x3xf32>
  // CHECK: ncnn.convolution1d %x, %w : tensor<*xf32>, tensor<6x4x3xf32> -> tensor<*xf32>
  %y = ncnn.convolution1d %x, %w : tensor<*xf32>, tensor<6x4x3xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}

// Deconvolutions, with what they cut off.
// CHECK-LABEL: @deconvolution
func.func @deconvolution(%x: tensor<4x7xf32>, %b: tensor<6xf32>) -> (tensor<6x15xf32>, tensor<6x14xf32>) {
  %w = ncnn.weight <"w"> : tensor<6x2x3xf32>
  // CHECK: ncnn.deconvolution_depthwise {{.*}} bias %b : tensor<6xf32> group 2 stride [1, 2] dilation [1, 2] pad [0, 1, 0, 2] output_pad [0, 1] activation relu : tensor<4x1x7xf32>, tensor<6x2x1x3xf32> -> tensor<6x1x15xf32>
  %y = ncnn.deconvolution_depthwise1d %x, %w bias %b : tensor<6xf32> group 2 stride 2 dilation 2 pad [1, 2] output_pad 1 activation relu : tensor<4x7xf32>, tensor<6x2x3xf32> -> tensor<6x15xf32>
  %v = ncnn.weight <"v"> : tensor<6x4x3xf32>
  // CHECK: ncnn.deconvolution {{.*}} stride [1, 2] pad [-233, -233, -233, -233] output_size [1, 14] : tensor<4x1x7xf32>, tensor<6x4x1x3xf32> -> tensor<6x1x14xf32>
  %z = ncnn.deconvolution1d %x, %v stride 2 pad [-233, -233] output_size 14 : tensor<4x7xf32>, tensor<6x4x3xf32> -> tensor<6x14xf32>
  func.return %y, %z : tensor<6x15xf32>, tensor<6x14xf32>
}

// Poolings; a global one makes a vector at once.
// CHECK-LABEL: @pooling
func.func @pooling(%x: tensor<3x10xf32>) -> (tensor<3x6xf32>, tensor<3x4xf32>, tensor<3xf32>) {
  // CHECK: ncnn.pooling avg {{.*}} kernel [1, 3] stride [1, 2] pad [0, 1, 0, 2] pad_mode valid count_include_pad : tensor<3x1x10xf32> -> tensor<3x1x6xf32>
  %a = ncnn.pooling1d avg %x kernel 3 stride 2 pad [1, 2] pad_mode valid count_include_pad : tensor<3x10xf32> -> tensor<3x6xf32>
  // CHECK: ncnn.pooling max {{.*}} adaptive [1, 4] : tensor<3x1x10xf32> -> tensor<3x1x4xf32>
  %b = ncnn.pooling1d max %x adaptive 4 : tensor<3x10xf32> -> tensor<3x4xf32>
  // CHECK: [[C:%.*]] = ncnn.pooling avg {{.*}} global : tensor<3x1x10xf32> -> tensor<3xf32>
  // CHECK-NEXT: func.return {{.*}}, [[C]] :
  %c = ncnn.pooling1d avg %x global : tensor<3x10xf32> -> tensor<3xf32>
  func.return %a, %b, %c : tensor<3x6xf32>, tensor<3x4xf32>, tensor<3xf32>
}

// ncnn reads the first channel of an image as the sequence.
// CHECK-LABEL: @first_channel
func.func @first_channel(%x: tensor<1x4x9xf32>) -> tensor<6x7xf32> {
  %w = ncnn.weight <"w"> : tensor<6x4x3xf32>
  // CHECK: ncnn.reshape %x shape [4, 1, 9] : (tensor<1x4x9xf32>) -> tensor<4x1x9xf32>
  // CHECK: ncnn.convolution {{.*}} : tensor<4x1x9xf32>, tensor<6x4x1x3xf32> -> tensor<6x1x7xf32>
  %y = ncnn.convolution1d %x, %w : tensor<1x4x9xf32>, tensor<6x4x3xf32> -> tensor<6x7xf32>
  func.return %y : tensor<6x7xf32>
}

// The last of the dynamic extents is left to the others.
func.func @dynamic(%x: tensor<4x32xf32> {ncnn.extents = affine_map<()[s0] -> (4, s0)>}) -> tensor<4x16xf32> attributes {ncnn.symbols = [{name = "T", least = 2 : i64, most = 32 : i64, planned = 32 : i64}]} {
  %0 = ncnn.pooling1d max %x kernel 2 stride 2 {ncnn.extents = [affine_map<()[s0] -> (4, s0 floordiv 2)>]} : tensor<4x32xf32> -> tensor<4x16xf32>
  func.return %0 : tensor<4x16xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         ncnn.reshape %x shape [4, 1, -1] {{.*}}-> tensor<4x1x32xf32>
// CHECK-NEXT:    ncnn.pooling max
// CHECK-NEXT:    ncnn.reshape {{.*}} shape [4, -1] {ncnn.extents
