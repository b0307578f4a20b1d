// RUN: ncnnc-opt %s -p replace-convolution-with-innerproduct --split-input-file | filecheck %s

// After a global pooling, and after an inner product made of such a convolution.
func.func @chain(%x: tensor<8x7x7xf32>) -> tensor<3xf32> {
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %v = ncnn.weight <"v"> : tensor<3x4x1x1xf32>
  %p = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %a = ncnn.convolution %p, %w bias %b : tensor<4xf32> activation clip params [0.0, 6.0]
    : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32>
  %y = ncnn.convolution %a, %v : tensor<4xf32>, tensor<3x4x1x1xf32> -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}
// CHECK-LABEL: @chain
// CHECK:         %[[W:.*]] = ncnn.reshape %w shape [4, 8] : (tensor<4x8x1x1xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %a = ncnn.innerproduct %p, %[[W]] bias %b : tensor<4xf32> activation clip params [0.000000e+00, 6.000000e+00] : tensor<8xf32>, tensor<4x8xf32> -> tensor<4xf32>
// CHECK-NEXT:    %[[V:.*]] = ncnn.reshape %v shape [3, 4]
// CHECK-NEXT:    %y = ncnn.innerproduct %a, %[[V]]
// CHECK-NEXT:    func.return %y

// -----

// Cells with one column and one row are no vector: the result has three dimensions.
func.func @cells(%x: tensor<8x1x1xf32>) -> tensor<4x1x1xf32> {
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %y = ncnn.convolution %x, %w : tensor<8x1x1xf32>, tensor<4x8x1x1xf32> -> tensor<4x1x1xf32>
  func.return %y : tensor<4x1x1xf32>
}
// CHECK-LABEL: @cells
// CHECK:         ncnn.convolution %x, %w

// -----

// Weights with int8 scales stay where they are.
func.func @int8(%x: tensor<8xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %i = ncnn.weight <"i"> : tensor<1xf32>
  %y = ncnn.convolution %x, %w weight_scale %s : tensor<4xf32> input_scale %i : tensor<1xf32> int8_scale_term 2
    : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @int8
// CHECK:         ncnn.convolution %x, %w

// -----

// As long as the input's shape is unknown it stays.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %y = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x8x1x1xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         ncnn.convolution %x, %w
