// RUN: ncnnc-opt %s -p replace-convolution-with-innerproduct-after-innerproduct | filecheck %s
// RUN: verify-diagnostics %s -p replace-convolution-with-innerproduct-after-innerproduct

// One after another: each convolution that becomes an inner product makes the next one follow.
func.func @chain(%x: tensor<6xf32>) -> tensor<3xf32> {
  %u = ncnn.weight <"u"> : tensor<8x6xf32>
  %v = ncnn.weight <"v"> : tensor<4x8x1x1xf32>
  %w = ncnn.weight <"w"> : tensor<3x4x1x1xf32>
  // expected-remark @+2 {{replace-convolution-with-innerproduct-after-innerproduct: fc, conv1}}
  // expected-remark @+1 {{replace-convolution-with-innerproduct-after-innerproduct: conv1, conv2}}
  %a = ncnn.innerproduct %x, %u activation relu : tensor<6xf32>, tensor<8x6xf32> -> tensor<8xf32> loc("fc")
  %b = ncnn.convolution %a, %v : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32> loc("conv1")
  %y = ncnn.convolution %b, %w : tensor<4xf32>, tensor<3x4x1x1xf32> -> tensor<3xf32> loc("conv2")
  func.return %y : tensor<3xf32>
}
// CHECK-LABEL: @chain
// CHECK:         %a = ncnn.innerproduct
// CHECK-NEXT:    %[[V:.*]] = ncnn.weight <"v"> : tensor<4x8xf32>
// CHECK-NEXT:    %b = ncnn.innerproduct %a, %[[V]]
// CHECK-NEXT:    %[[W:.*]] = ncnn.weight <"w"> : tensor<3x4xf32>
// CHECK-NEXT:    %y = ncnn.innerproduct %b, %[[W]]
// CHECK-NEXT:    func.return %y

// The int8 scales are those of the new layer, not of the one before.
func.func @int8(%x: tensor<6xf32>) -> tensor<3xf32> {
  %v = ncnn.weight <"v"> : tensor<3x4xf32>
  %u = ncnn.weight <"u"> : tensor<8x6xf32>
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xi8>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %i = ncnn.weight <"i"> : tensor<1xf32>
  %a = ncnn.innerproduct %x, %u : tensor<6xf32>, tensor<8x6xf32> -> tensor<8xf32>
  %b = ncnn.convolution %a, %w weight_scale %s : tensor<4xf32> input_scale %i : tensor<1xf32> int8_scale_term 1
    : tensor<8xf32>, tensor<4x8x1x1xi8> -> tensor<4x1x1xf32>
  %y = ncnn.innerproduct %b, %v : tensor<4x1x1xf32>, tensor<3x4xf32> -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}
// CHECK-LABEL: @int8
// CHECK:         %a = ncnn.innerproduct %x, %u : tensor<6xf32>
// CHECK:         %b = ncnn.innerproduct %a, %{{.*}} weight_scale %s : tensor<4xf32> input_scale %i : tensor<1xf32> int8_scale_term 1 : tensor<8xf32>, tensor<4x8xi8> -> tensor<4xf32>
// CHECK-NEXT:    %y = ncnn.innerproduct %b, %v : tensor<4xf32>, tensor<3x4xf32> -> tensor<3xf32>

func.func @left_alone(%x: tensor<*xf32>, %x1: tensor<5x6xf32>, %x2: tensor<6xf32>)
    -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  // Rows are a matrix, which a convolution reads in another way.
  %u = ncnn.weight <"u"> : tensor<8x6xf32>
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  // expected-remark @+1 {{missed: replace-convolution-with-innerproduct-after-innerproduct: InnerProduct, Convolution: its input may have several dimensions}}
  %a = ncnn.innerproduct %x, %u : tensor<*xf32>, tensor<8x6xf32> -> tensor<*xf32>
  %y = ncnn.convolution %a, %w : tensor<*xf32>, tensor<4x8x1x1xf32> -> tensor<*xf32>
  // What is known to be rows, of what is known to be a matrix.
  // expected-remark @+1 {{missed: replace-convolution-with-innerproduct-after-innerproduct: InnerProduct, Convolution: its input has 2 dimensions, not 1}}
  %a1 = ncnn.innerproduct %x1, %u : tensor<5x6xf32>, tensor<8x6xf32> -> tensor<5x8xf32>
  %y1 = ncnn.convolution %a1, %w : tensor<5x8xf32>, tensor<4x8x1x1xf32> -> tensor<*xf32>
  // A larger kernel is no matrix.
  %w1 = ncnn.weight <"w"> : tensor<4x8x3x3xf32>
  // expected-remark @+1 {{missed: replace-convolution-with-innerproduct-after-innerproduct: InnerProduct, Convolution: its kernel is 3x3, not 1x1}}
  %a2 = ncnn.innerproduct %x2, %u : tensor<6xf32>, tensor<8x6xf32> -> tensor<8xf32>
  %y2 = ncnn.convolution %a2, %w1 pad [1, 1, 1, 1] : tensor<8xf32>, tensor<4x8x3x3xf32> -> tensor<*xf32>
  func.return %y, %y1, %y2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
