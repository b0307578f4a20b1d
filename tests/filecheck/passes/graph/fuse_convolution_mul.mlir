// RUN: ncnnc-opt %s -p fuse-convolution-mul | filecheck %s
// RUN: verify-diagnostics %s -p fuse-convolution-mul
// The guards that all such passes have: tests/passes/graph/linear/test_linear_fusions.py.

// A factor for each channel: a vector lies along the outermost axis. What else the convolution says
// stays.
func.func @vector(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-convolution-mul: a1, b1}}
  %a = ncnn.convolution %x, %w bias %b : tensor<4xf32> {kept}
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32> loc("a1"("m.param":3:0))
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[W:.*]] = ncnn.binaryop mul %w, %k : (tensor<4x3x3x3xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop mul %b, %k : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[W]] bias %[[B]] : tensor<4xf32> {kept} :
// CHECK-NEXT:    func.return %y

// Factors of shape c,1,1, as first operand, before shapes are known.
func.func @planes(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
  // expected-remark @+1 {{fuse-convolution-mul: Convolution, BinaryOp}}
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>
  %y = ncnn.binaryop mul %k, %a : (tensor<4x1x1xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @planes
// CHECK:         %[[K:.*]] = ncnn.flatten %k : tensor<4x1x1xf32> -> tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.binaryop mul %w, %[[K]] : (tensor<4x3x3x3xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[W]] : tensor<*xf32>, tensor<4x3x3x3xf32> -> tensor<*xf32>

// A 1x1 convolution of unknown rank may make a vector, which a constant c,1,1 would make an image.
func.func @vector_or_image(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x3x1x1xf32>
  %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
  %l = ncnn.weight <"l"> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-convolution-mul: Convolution, BinaryOp: the shape of the result of Convolution is unknown}}
  %a = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x1x1xf32> -> tensor<*xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<*xf32>, tensor<4x1x1xf32>) -> tensor<*xf32>
  %c = ncnn.convolution %x, %w : tensor<*xf32>, tensor<4x3x1x1xf32> -> tensor<*xf32>
  %z = ncnn.binaryop mul %c, %l : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y, %z : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @vector_or_image
// CHECK:         ncnn.binaryop mul %a, %k
// CHECK:         %z = ncnn.convolution
