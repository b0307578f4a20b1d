// RUN: ncnnc-opt %s -p replace-convolution-with-innerproduct --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p replace-convolution-with-innerproduct --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// Any vector: an input of the network, or what a layer between makes of one.
func.func @vectors(%x: tensor<8xf32>) -> tensor<3xf32> {
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %v = ncnn.weight <"v"> : tensor<3x4x1x1xf32>
  %a = ncnn.convolution %x, %w : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32> loc("a")
  %b = ncnn.sigmoid %a : (tensor<4xf32>) -> tensor<4xf32>
  %y = ncnn.convolution %b, %v : tensor<4xf32>, tensor<3x4x1x1xf32> -> tensor<3xf32> loc("y")
  func.return %y : tensor<3xf32>
}
// CHECK-LABEL: @vectors
// CHECK-NEXT:    %[[W:.*]] = ncnn.weight <"w"> : tensor<4x8xf32>
// CHECK-NEXT:    %a = ncnn.innerproduct %x, %[[W]] : tensor<8xf32>, tensor<4x8xf32> -> tensor<4xf32>
// CHECK-NEXT:    %b = ncnn.sigmoid
// CHECK-NEXT:    %[[V:.*]] = ncnn.weight <"v"> : tensor<3x4xf32>
// CHECK-NEXT:    %y = ncnn.innerproduct %b, %[[V]]
// REMARK-LABEL: @vectors
// REMARK:         // remark: replace-convolution-with-innerproduct: a
// REMARK-NEXT:    // remark: replace-convolution-with-innerproduct: y

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

// As long as the input's shape is unknown it stays.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %y = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x8x1x1xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         ncnn.convolution %x, %w

// -----

// So does one with weights that the network computes.
func.func @dynamic(%x: tensor<8xf32>, %w: tensor<4x8x1x1xf32>) -> tensor<4xf32> {
  %y = ncnn.convolution %x, %w : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @dynamic
// CHECK-NEXT:    ncnn.convolution %x, %w
// REMARK-LABEL: @dynamic
// REMARK:         // missed: replace-convolution-with-innerproduct: Convolution: its weights are no constants
