// RUN: ncnnc-opt %s -p replace-convolution-with-innerproduct-after-innerproduct --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p replace-convolution-with-innerproduct-after-innerproduct --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// One after another: each convolution that becomes an inner product makes the next one follow.
func.func @chain(%x: tensor<6xf32>) -> tensor<3xf32> {
  %u = ncnn.weight <"u"> : tensor<8x6xf32>
  %v = ncnn.weight <"v"> : tensor<4x8x1x1xf32>
  %w = ncnn.weight <"w"> : tensor<3x4x1x1xf32>
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
// REMARK-LABEL: @chain
// REMARK:         // remark: replace-convolution-with-innerproduct-after-innerproduct: fc, conv1
// REMARK-NEXT:    // remark: replace-convolution-with-innerproduct-after-innerproduct: conv1, conv2

// -----

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

// -----

// Rows are a matrix, which a convolution reads in another way.
func.func @rows(%x: tensor<*xf32>) -> tensor<*xf32> {
  %u = ncnn.weight <"u"> : tensor<8x6xf32>
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %a = ncnn.innerproduct %x, %u : tensor<*xf32>, tensor<8x6xf32> -> tensor<*xf32>
  %y = ncnn.convolution %a, %w : tensor<*xf32>, tensor<4x8x1x1xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @rows
// CHECK:         ncnn.convolution
// REMARK-LABEL: @rows
// REMARK:         // missed: replace-convolution-with-innerproduct-after-innerproduct: InnerProduct, Convolution: its input may have several dimensions

// -----

// What is known to be rows, of what is known to be a matrix.
func.func @matrix(%x: tensor<5x6xf32>) -> tensor<*xf32> {
  %u = ncnn.weight <"u"> : tensor<8x6xf32>
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %a = ncnn.innerproduct %x, %u : tensor<5x6xf32>, tensor<8x6xf32> -> tensor<5x8xf32>
  %y = ncnn.convolution %a, %w : tensor<5x8xf32>, tensor<4x8x1x1xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @matrix
// CHECK:         ncnn.convolution
// REMARK-LABEL: @matrix
// REMARK:         // missed: replace-convolution-with-innerproduct-after-innerproduct: InnerProduct, Convolution: its input has 2 dimensions, not 1

// -----

// A larger kernel is no matrix.
func.func @kernel(%x: tensor<6xf32>) -> tensor<*xf32> {
  %u = ncnn.weight <"u"> : tensor<8x6xf32>
  %w = ncnn.weight <"w"> : tensor<4x8x3x3xf32>
  %a = ncnn.innerproduct %x, %u : tensor<6xf32>, tensor<8x6xf32> -> tensor<8xf32>
  %y = ncnn.convolution %a, %w pad [1, 1, 1, 1] : tensor<8xf32>, tensor<4x8x3x3xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @kernel
// CHECK:         ncnn.convolution
// REMARK-LABEL: @kernel
// REMARK:         // missed: replace-convolution-with-innerproduct-after-innerproduct: InnerProduct, Convolution: its kernel is 3x3, not 1x1
