// RUN: ncnnc-opt %s -p fuse-mul --split-input-file | filecheck %s

// A factor for each channel: a vector of that length lies along the outermost axis of the weights.
func.func @vector(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w bias %b : tensor<4xf32>
    : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[W:.*]] = ncnn.binaryop mul %w, %k : (tensor<4x3x3x3xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop mul %b, %k : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[W]] bias %[[B]]
// CHECK-NEXT:    func.return %y

// -----

// Factors of shape c,1,1, as first operand.
func.func @planes(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %k, %a : (tensor<4x1x1xf32>, tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @planes
// CHECK:         %[[K:.*]] = ncnn.flatten %k : tensor<4x1x1xf32> -> tensor<4xf32>
// CHECK-NEXT:    %[[W:.*]] = ncnn.binaryop mul %w, %[[K]] : (tensor<4x3x3x3xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[W]]

// -----

// Division by one factor for all channels, then by a scalar.
func.func @division(%x: tensor<3x2x2xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<1xf32>
  %a = ncnn.innerproduct %x, %w : tensor<3x2x2xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %b = ncnn.binaryop div %a, %k : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %y = ncnn.binaryop_scalar div %b, 4.0 : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @division
// CHECK:         %[[A:.*]] = ncnn.binaryop div %w, %k
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop_scalar div %[[A]], 4.000000e+00
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %[[B]]

// -----

// A Scale layer: its bias becomes that of a layer without one.
func.func @scale(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %s = ncnn.weight <"s"> : tensor<4xf32>
  %t = ncnn.weight <"t"> : tensor<4xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %b = ncnn.scale %a, %s bias %t
    : (tensor<4x6x6xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  %y = ncnn.scale %b, %s : (tensor<4x6x6xf32>, tensor<4xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @scale
// CHECK:         %[[W:.*]] = ncnn.scale %w, %s : (tensor<4x3x3x3xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[T:.*]] = ncnn.scale %t, %s : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[V:.*]] = ncnn.scale %[[W]], %s
// CHECK-NEXT:    %y = ncnn.convolution %x, %[[V]] bias %[[T]]
// CHECK-NEXT:    func.return %y

// -----

// Rows have their outputs on the inner axis, which a vector of another length than the rows goes along.
func.func @rows(%x: tensor<5x6xf32>) -> tensor<5x4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x6xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<5x6xf32>, tensor<4x6xf32> -> tensor<5x4xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<5x4xf32>, tensor<4xf32>) -> tensor<5x4xf32>
  func.return %y : tensor<5x4xf32>
}
// CHECK-LABEL: @rows
// CHECK:         %[[W:.*]] = ncnn.binaryop mul %w, %k : (tensor<4x6xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %[[W]]

// -----

// With as many rows as outputs the vector goes along the rows, as does that of a Scale layer.
func.func @square(%x: tensor<4x6xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x6xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x4xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  %b = ncnn.innerproduct %x, %w : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x4xf32>
  %z = ncnn.scale %b, %k : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  func.return %y, %z : tensor<4x4xf32>, tensor<4x4xf32>
}
// CHECK-LABEL: @square
// CHECK:         ncnn.binaryop mul %a, %k
// CHECK:         ncnn.scale %b, %k

// -----

// A vector as long as the width, but not the channels, goes along the width.
func.func @width(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %k = ncnn.weight <"k"> : tensor<6xf32>
  %a = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4x6x6xf32>, tensor<6xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}
// CHECK-LABEL: @width
// CHECK:         ncnn.binaryop mul %a, %k

// -----

// A constant of higher rank would change the rank of the result.
func.func @rank(%x: tensor<3x2x2xf32>) -> tensor<4x1x1xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
  %a = ncnn.innerproduct %x, %w : tensor<3x2x2xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<4xf32>, tensor<4x1x1xf32>) -> tensor<4x1x1xf32>
  func.return %y : tensor<4x1x1xf32>
}
// CHECK-LABEL: @rank
// CHECK:         ncnn.binaryop mul %a, %k

// -----

// Not constant; divided by; another operator; an activation between.
func.func @guards(%x: tensor<12xf32>, %p: tensor<4xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %v = ncnn.weight <"v"> : tensor<4x4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %a = ncnn.innerproduct %x, %w : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %b = ncnn.binaryop mul %a, %p : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = ncnn.innerproduct %b, %v : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %d = ncnn.binaryop div %k, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %e = ncnn.innerproduct %d, %v : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %f = ncnn.binaryop_scalar pow %e, 2.0 : (tensor<4xf32>) -> tensor<4xf32>
  %g = ncnn.innerproduct %f, %v activation relu : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  %h = ncnn.binaryop_scalar mul %g, -2.0 : (tensor<4xf32>) -> tensor<4xf32>
  func.return %h : tensor<4xf32>
}
// CHECK-LABEL: @guards
// CHECK:         ncnn.binaryop mul %a, %p
// CHECK:         ncnn.binaryop div %k, %c
// CHECK:         ncnn.binaryop_scalar pow %e
// CHECK:         ncnn.binaryop_scalar mul %g
