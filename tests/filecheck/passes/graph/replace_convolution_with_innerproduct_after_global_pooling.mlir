// RUN: ncnnc-opt %s -p replace-convolution-with-innerproduct-after-global-pooling | filecheck %s
// RUN: verify-diagnostics %s -p replace-convolution-with-innerproduct-after-global-pooling

// The weights are the same array with two dimensions; activation, bias and attributes carry over.
func.func @pooled(%x: tensor<8x7x7xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  // expected-remark @+1 {{replace-convolution-with-innerproduct-after-global-pooling: pool, conv}}
  %p = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32> loc("pool")
  %y = ncnn.convolution %p, %w bias %b : tensor<4xf32> activation clip params [0.0, 6.0] {"ncnn.feature_mask" = 1 : i64}
    : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32> loc("conv")
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @pooled
// CHECK-NEXT:    %b = ncnn.weight <"b">
// CHECK-NEXT:    %p = ncnn.pooling
// CHECK-NEXT:    %[[W:.*]] = ncnn.weight <"w"> : tensor<4x8xf32>
// CHECK-NEXT:    %y = ncnn.innerproduct %p, %[[W]] bias %b : tensor<4xf32> activation clip params [0.000000e+00, 6.000000e+00] {ncnn.feature_mask = 1 : i64} : tensor<8xf32>, tensor<4x8xf32> -> tensor<4xf32>
// CHECK-NEXT:    func.return %y

// int8 weights and their scales are those of the new layer. ncnn makes an image of one cell of a
// vector then, so that this is for users which flatten it.
func.func @int8(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xi8>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %i = ncnn.weight <"i"> : tensor<1xf32>
  %p = ncnn.pooling avg %x global : tensor<*xf32> -> tensor<*xf32>
  %a = ncnn.convolution %p, %w weight_scale %s : tensor<4xf32> input_scale %i : tensor<1xf32> stride [2, 2] int8_scale_term 2
    : tensor<*xf32>, tensor<4x8x1x1xi8> -> tensor<*xf32>
  %y = ncnn.flatten %a : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @int8
// CHECK:         %[[W:.*]] = ncnn.weight <"w"> : tensor<4x8xi8>
// CHECK-NEXT:    ncnn.innerproduct %p, %[[W]] weight_scale %s : tensor<4xf32> input_scale %i : tensor<1xf32> int8_scale_term 2 : tensor<*xf32>, tensor<4x8xi8> -> tensor<*xf32>

func.func @left_alone(%x: tensor<8x2x2xf32>, %x1: tensor<*xf32>, %w2: tensor<4x8x1x1xf32>, %x2: tensor<8x7x7xf32>, %v: tensor<8xf32>)
    -> (tensor<4x1x1xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<4x1x1xf32>, tensor<4xf32>) {
  // Other users, and the outside, see three dimensions.
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xi8>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %i = ncnn.weight <"i"> : tensor<1xf32>
  // expected-remark @+1 {{missed: replace-convolution-with-innerproduct-after-global-pooling: Pooling, Convolution: its result, int8 being used, has three dimensions, and a user may depend on that}}
  %p = ncnn.pooling avg %x global : tensor<8x2x2xf32> -> tensor<8xf32>
  %y = ncnn.convolution %p, %w weight_scale %s : tensor<4xf32> input_scale %i : tensor<1xf32> int8_scale_term 2
    : tensor<8xf32>, tensor<4x8x1x1xi8> -> tensor<4x1x1xf32>
  // Only in int8 does ncnn pad a vector.
  // expected-remark @+1 {{missed: replace-convolution-with-innerproduct-after-global-pooling: Pooling, Convolution: it pads the vector, as int8 convolutions do}}
  %p1 = ncnn.pooling avg %x1 global : tensor<*xf32> -> tensor<*xf32>
  %a = ncnn.convolution %p1, %w weight_scale %s : tensor<4xf32> input_scale %i : tensor<1xf32> pad [1, 1, 1, 1] int8_scale_term 2
    : tensor<*xf32>, tensor<4x8x1x1xi8> -> tensor<*xf32>
  %y1 = ncnn.flatten %a : tensor<*xf32> -> tensor<*xf32>
  // A larger kernel is no matrix.
  %w1 = ncnn.weight <"w"> : tensor<4x8x3x3xf32>
  // expected-remark @+1 {{missed: replace-convolution-with-innerproduct-after-global-pooling: Pooling, Convolution: its kernel is 3x3, not 1x1}}
  %p2 = ncnn.pooling avg %x1 global : tensor<*xf32> -> tensor<*xf32>
  %y2 = ncnn.convolution %p2, %w1 pad [1, 1, 1, 1] : tensor<*xf32>, tensor<4x8x3x3xf32> -> tensor<*xf32>
  // Weights that the network computes are no inner product's.
  // expected-remark @+1 {{missed: replace-convolution-with-innerproduct-after-global-pooling: Pooling, Convolution: its weights are no constants}}
  %p3 = ncnn.pooling avg %x1 global : tensor<*xf32> -> tensor<*xf32>
  %y3 = ncnn.convolution %p3, %w2 : tensor<*xf32>, tensor<4x8x1x1xf32> -> tensor<*xf32>
  // Nor can it make an int8 blob.
  // expected-remark @+1 {{missed: replace-convolution-with-innerproduct-after-global-pooling: Pooling, Convolution: its result is int8}}
  %p4 = ncnn.pooling avg %x1 global : tensor<*xf32> -> tensor<*xf32>
  %y4 = ncnn.convolution %p4, %w weight_scale %s : tensor<4xf32> input_scale %i : tensor<1xf32> output_scale %i : tensor<1xf32> int8_scale_term 102
    : tensor<*xf32>, tensor<4x8x1x1xi8> -> tensor<*xf32>
  // Other poolings make images, and what is no pooling is no case for this pass.
  %w3 = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %p5 = ncnn.pooling avg %x2 kernel [7, 7] : tensor<8x7x7xf32> -> tensor<8x1x1xf32>
  %y5 = ncnn.convolution %p5, %w3 : tensor<8x1x1xf32>, tensor<4x8x1x1xf32> -> tensor<4x1x1xf32>
  %z = ncnn.convolution %v, %w3 : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32>
  func.return %y, %y1, %y2, %y3, %y4, %y5, %z : tensor<4x1x1xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<4x1x1xf32>, tensor<4xf32>
}

// Stride and pads of float convolutions mean nothing to a vector.
func.func @pads(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %p = ncnn.pooling avg %x global : tensor<*xf32> -> tensor<*xf32>
  %y = ncnn.convolution %p, %w stride [2, 2] pad [1, 1, 1, 1] : tensor<*xf32>, tensor<4x8x1x1xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @pads
// CHECK:         ncnn.innerproduct

// Weights that are computed of constants are reshaped; ones that another layer reads stay for that.
func.func @weights(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %v = ncnn.binaryop mul %w, %k : (tensor<4x8x1x1xf32>, tensor<4xf32>) -> tensor<4x8x1x1xf32>
  %p = ncnn.pooling avg %x global : tensor<*xf32> -> tensor<*xf32>
  %y = ncnn.convolution %p, %v : tensor<*xf32>, tensor<4x8x1x1xf32> -> tensor<*xf32>
  %z = ncnn.convolution %p, %w : tensor<*xf32>, tensor<4x8x1x1xf32> -> tensor<*xf32>
  func.return %y, %z : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @weights
// CHECK:         ncnn.binaryop mul %w, %k
// CHECK:         %[[M:.*]] = ncnn.reshape %v shape [4, 8] : (tensor<4x8x1x1xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    ncnn.innerproduct %p, %[[M]]
// CHECK-NEXT:    %[[W:.*]] = ncnn.weight <"w"> : tensor<4x8xf32>
// CHECK-NEXT:    ncnn.innerproduct %p, %[[W]]
