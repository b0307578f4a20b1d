// RUN: ncnnc-opt %s -p replace-convolution-with-innerproduct | filecheck %s
// RUN: verify-diagnostics %s -p replace-convolution-with-innerproduct

// Any vector: an input of the network, or what a layer between makes of one.
func.func @vectors(%x: tensor<8xf32>) -> tensor<3xf32> {
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %v = ncnn.weight <"v"> : tensor<3x4x1x1xf32>
  // expected-remark @+2 {{replace-convolution-with-innerproduct: a}}
  // expected-remark @+1 {{replace-convolution-with-innerproduct: y}}
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

func.func @left_alone(%x: tensor<8x1x1xf32>, %x1: tensor<*xf32>, %x2: tensor<8xf32>, %w2: tensor<4x8x1x1xf32>)
    -> (tensor<4x1x1xf32>, tensor<*xf32>, tensor<4xf32>) {
  // Cells with one column and one row are no vector: the result has three dimensions.
  %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %y = ncnn.convolution %x, %w : tensor<8x1x1xf32>, tensor<4x8x1x1xf32> -> tensor<4x1x1xf32>
  // As long as the input's shape is unknown it stays.
  %w1 = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
  %y1 = ncnn.convolution %x1, %w1 : tensor<*xf32>, tensor<4x8x1x1xf32> -> tensor<*xf32>
  // So does one with weights that the network computes.
  // expected-remark @+1 {{missed: replace-convolution-with-innerproduct: Convolution: its weights are no constants}}
  %y2 = ncnn.convolution %x2, %w2 : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32>
  func.return %y, %y1, %y2 : tensor<4x1x1xf32>, tensor<*xf32>, tensor<4xf32>
}
