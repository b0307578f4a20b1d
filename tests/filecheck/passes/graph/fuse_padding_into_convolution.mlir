// RUN: ncnnc-opt %s -p fuse-padding-into-convolution | filecheck %s
// RUN: verify-diagnostics %s -p fuse-padding-into-convolution

// One side more than the other; the value becomes the convolution's.
func.func @convolution(%x: tensor<2x8x8xf32>) -> tensor<3x4x4xf32> {
  %w = ncnn.weight <"w"> : tensor<3x2x3x3xf32>
  // expected-remark @+1 {{fuse-padding-into-convolution: Padding, Convolution}}
  %a = ncnn.padding constant %x before [0, 0, 0] after [0, 1, 1] value 0.5
    : tensor<2x8x8xf32> -> tensor<2x9x9xf32>
  %y = ncnn.convolution %a, %w stride [2, 2]
    : tensor<2x9x9xf32>, tensor<3x2x3x3xf32> -> tensor<3x4x4xf32>
  func.return %y : tensor<3x4x4xf32>
}
// CHECK-LABEL: @convolution
// CHECK:         %y = ncnn.convolution %x, %w stride [2, 2] pad [0, 0, 1, 1] pad_value 5.000000e-01

// Added to pads with the same value, of all users.
func.func @users(%x: tensor<2x8x8xf32>) -> (tensor<2x10x10xf32>, tensor<3x12x12xf32>) {
  %w = ncnn.weight <"w"> : tensor<2x1x3x3xf32>
  %v = ncnn.weight <"v"> : tensor<3x2x1x1xf32>
  %a = ncnn.padding constant %x before [0, 1, 1] after [0, 1, 1]
    : tensor<2x8x8xf32> -> tensor<2x10x10xf32>
  %y = ncnn.convolution_depthwise %a, %w group 2 pad [-233, -233, -233, -233]
    : tensor<2x10x10xf32>, tensor<2x1x3x3xf32> -> tensor<2x10x10xf32>
  %z = ncnn.convolution %a, %v pad [1, 1, 1, 1]
    : tensor<2x10x10xf32>, tensor<3x2x1x1xf32> -> tensor<3x12x12xf32>
  func.return %y, %z : tensor<2x10x10xf32>, tensor<3x12x12xf32>
}
// CHECK-LABEL: @users
// CHECK-NOT:     ncnn.padding
// CHECK:         %y = ncnn.convolution_depthwise %x, %w group 2 pad [2, 2, 2, 2] :
// CHECK:         %z = ncnn.convolution %x, %v pad [2, 2, 2, 2] :

// Zeros do not matter to the maximum of what a ReLU makes; a mean counts them.
func.func @pooling(%x: tensor<2x8x8xf32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>) {
  %r = ncnn.relu %x : (tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %a = ncnn.padding constant %r before [0, 1, 1] after [0, 0, 0]
    : tensor<2x8x8xf32> -> tensor<2x9x9xf32>
  %y = ncnn.pooling max %a kernel [3, 3] stride [2, 2] : tensor<2x9x9xf32> -> tensor<2x4x4xf32>
  %b = ncnn.padding constant %x before [0, 1, 1] after [0, 0, 0]
    : tensor<2x8x8xf32> -> tensor<2x9x9xf32>
  %z = ncnn.pooling avg %b kernel [3, 3] stride [2, 2] : tensor<2x9x9xf32> -> tensor<2x4x4xf32>
  func.return %y, %z : tensor<2x4x4xf32>, tensor<2x4x4xf32>
}
// CHECK-LABEL: @pooling
// CHECK-NEXT:    %r = ncnn.relu
// CHECK-NEXT:    %y = ncnn.pooling max %r kernel [3, 3] stride [2, 2] pad [1, 1, 0, 0] :
// CHECK-NEXT:    %z = ncnn.pooling avg %x kernel [3, 3] stride [2, 2] pad [1, 1, 0, 0] count_include_pad :

// The value is larger than cells may be; a window sees padding alone; a mean over what is no zero.
func.func @pooling_guards(%x: tensor<2x8x8xf32>)
    -> (tensor<2x4x4xf32>, tensor<2x9x9xf32>, tensor<2x4x4xf32>) {
  // expected-remark @+1 {{missed: fuse-padding-into-convolution: Padding, Pooling: cells of the input of Padding may be less than its value}}
  %a = ncnn.padding constant %x before [0, 1, 1] after [0, 0, 0]
    : tensor<2x8x8xf32> -> tensor<2x9x9xf32>
  %b = ncnn.pooling max %a kernel [3, 3] stride [2, 2] : tensor<2x9x9xf32> -> tensor<2x4x4xf32>
  %r = ncnn.relu %x : (tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  // expected-remark @+1 {{missed: fuse-padding-into-convolution: Padding, Pooling: windows of Pooling would see other cells}}
  %c = ncnn.padding constant %r before [0, 2, 2] after [0, 0, 0] value -1.0
    : tensor<2x8x8xf32> -> tensor<2x10x10xf32>
  %d = ncnn.pooling max %c kernel [2, 2] pad_mode valid : tensor<2x10x10xf32> -> tensor<2x9x9xf32>
  // expected-remark @+1 {{missed: fuse-padding-into-convolution: Padding, Pooling: Pooling takes a mean, and Padding does not pad with zeros}}
  %e = ncnn.padding constant %x before [0, 1, 1] after [0, 0, 0] value 0.5
    : tensor<2x8x8xf32> -> tensor<2x9x9xf32>
  %f = ncnn.pooling avg %e kernel [3, 3] stride [2, 2] : tensor<2x9x9xf32> -> tensor<2x4x4xf32>
  func.return %b, %d, %f : tensor<2x4x4xf32>, tensor<2x9x9xf32>, tensor<2x4x4xf32>
}

// Other kinds of borders, new channels, another value, another user.
func.func @guards(%x: tensor<2x8x8xf32>) -> (tensor<3x10x10xf32>, tensor<2x10x10xf32>,
    tensor<3x8x8xf32>, tensor<3x12x12xf32>, tensor<3x10x10xf32>) {
  %w = ncnn.weight <"w"> : tensor<3x2x1x1xf32>
  %v = ncnn.weight <"v"> : tensor<3x3x1x1xf32>
  %values = ncnn.weight <"values"> : tensor<2xf32>
  // expected-remark @+1 {{missed: fuse-padding-into-convolution: Padding, Convolution: Padding repeats cells}}
  %a = ncnn.padding replicate %x before [0, 1, 1] after [0, 1, 1]
    : tensor<2x8x8xf32> -> tensor<2x10x10xf32>
  %b = ncnn.convolution %a, %w : tensor<2x10x10xf32>, tensor<3x2x1x1xf32> -> tensor<3x10x10xf32>
  // expected-remark @+1 {{missed: fuse-padding-into-convolution: Padding, Convolution: Padding has other users}}
  %c = ncnn.padding constant %x before [0, 1, 1] after [0, 1, 1]
    : tensor<2x8x8xf32> -> tensor<2x10x10xf32>
  %d = ncnn.convolution %c, %w : tensor<2x10x10xf32>, tensor<3x2x1x1xf32> -> tensor<3x10x10xf32>
  // expected-remark @+1 {{missed: fuse-padding-into-convolution: Padding, Convolution: Padding adds channels}}
  %e = ncnn.padding constant %x before [1, 0, 0] after [0, 0, 0]
    : tensor<2x8x8xf32> -> tensor<3x8x8xf32>
  %f = ncnn.convolution %e, %v : tensor<3x8x8xf32>, tensor<3x3x1x1xf32> -> tensor<3x8x8xf32>
  // expected-remark @+1 {{missed: fuse-padding-into-convolution: Padding, Convolution: Convolution pads with another value}}
  %g = ncnn.padding constant %x before [0, 1, 1] after [0, 1, 1] value 0.5
    : tensor<2x8x8xf32> -> tensor<2x10x10xf32>
  %h = ncnn.convolution %g, %w pad [1, 1, 1, 1]
    : tensor<2x10x10xf32>, tensor<3x2x1x1xf32> -> tensor<3x12x12xf32>
  // expected-remark @+1 {{missed: fuse-padding-into-convolution: Padding, Convolution: Padding has a value for each channel}}
  %i = ncnn.padding constant %x values %values : tensor<2xf32> before [0, 1, 1] after [0, 1, 1]
    : tensor<2x8x8xf32> -> tensor<2x10x10xf32>
  %j = ncnn.convolution %i, %w : tensor<2x10x10xf32>, tensor<3x2x1x1xf32> -> tensor<3x10x10xf32>
  func.return %b, %c, %f, %h, %j : tensor<3x10x10xf32>, tensor<2x10x10xf32>, tensor<3x8x8xf32>,
    tensor<3x12x12xf32>, tensor<3x10x10xf32>
}
// CHECK-COUNT-5: ncnn.padding

// Without shapes: pads are added up, unless they depend on the shape, or there may be no height.
func.func @unknown(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %w = ncnn.weight <"w"> : tensor<3x2x3x3xf32>
  %v = ncnn.weight <"v"> : tensor<3x2x1x1xf32>
  %a = ncnn.padding constant %x before [0, 1, 1] after [0, 1, 1] : tensor<*xf32> -> tensor<*xf32>
  %b = ncnn.convolution %a, %w pad [1, 1, 1, 1]
    : tensor<*xf32>, tensor<3x2x3x3xf32> -> tensor<*xf32>
  // expected-remark @+1 {{missed: fuse-padding-into-convolution: Padding, Convolution: the shape of the input of Convolution is unknown}}
  %c = ncnn.padding constant %x before [0, 0, 1] after [0, 0, 1] : tensor<*xf32> -> tensor<*xf32>
  %d = ncnn.convolution %c, %v : tensor<*xf32>, tensor<3x2x1x1xf32> -> tensor<*xf32>
  // expected-remark @+1 {{missed: fuse-padding-into-convolution: Padding, Convolution: the pads of Convolution depend on its input's unknown shape}}
  %e = ncnn.padding constant %x before [0, 0, 1] after [0, 0, 1] : tensor<*xf32> -> tensor<*xf32>
  %f = ncnn.convolution %e, %w pad [-233, -233, -233, -233]
    : tensor<*xf32>, tensor<3x2x3x3xf32> -> tensor<*xf32>
  func.return %b, %d, %f : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         ncnn.convolution %x, %w pad [2, 2, 2, 2]
// CHECK:         %c = ncnn.padding
// CHECK:         %e = ncnn.padding
