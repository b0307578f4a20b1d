// RUN: ncnnc-opt %s -p eliminate-reshape-chain | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-reshape-chain

// The last says the shape; extents that it takes from its input are written out.
func.func @chain(%x: tensor<2x3x4xf32>) -> (tensor<24xf32>, tensor<6x4xf32>, tensor<4x6xf32>) {
  // expected-remark @+1 {{eliminate-reshape-chain: Reshape, Reshape}}
  %a = ncnn.reshape %x shape [6, 4] : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  // expected-remark @+1 {{eliminate-reshape-chain: Reshape, Flatten}}
  %b = ncnn.reshape %a shape [3, -1] : (tensor<6x4xf32>) -> tensor<3x8xf32>
  %y = ncnn.flatten %b : tensor<3x8xf32> -> tensor<24xf32>
  %c = ncnn.reshape %x shape [3, 2, 4] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %z = ncnn.reshape %c shape [-1, 0] : (tensor<3x2x4xf32>) -> tensor<6x4xf32>
  %d = ncnn.flatten %x : tensor<2x3x4xf32> -> tensor<24xf32>
  %v = ncnn.reshape %d shape [4, -1] : (tensor<24xf32>) -> tensor<4x6xf32>
  func.return %y, %z, %v : tensor<24xf32>, tensor<6x4xf32>, tensor<4x6xf32>
}
// CHECK-LABEL: @chain
// CHECK-NEXT:    %y = ncnn.flatten %x
// CHECK-NEXT:    %z = ncnn.reshape %x shape [6, 4]
// CHECK-NEXT:    %v = ncnn.reshape %x shape [4, -1]
// CHECK-NEXT:    func.return

// Back to the first shape.
func.func @back(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<24xf32>) {
  %a = ncnn.flatten %x : tensor<2x3x4xf32> -> tensor<24xf32>
  %y = ncnn.reshape %a shape [2, 3, -1] : (tensor<24xf32>) -> tensor<2x3x4xf32>
  func.return %y, %a : tensor<2x3x4xf32>, tensor<24xf32>
}
// CHECK-LABEL: @back
// CHECK-NEXT:    %a = ncnn.flatten
// CHECK-NEXT:    func.return %x, %a

// Read by others; without shapes.
func.func @guards(%x: tensor<2x3x4xf32>, %u: tensor<*xf32>)
    -> (tensor<24xf32>, tensor<4x6xf32>, tensor<*xf32>, tensor<*xf32>) {
  // expected-remark @+1 {{missed: eliminate-reshape-chain: Flatten, Reshape: the result of Flatten has other users}}
  %a = ncnn.flatten %x : tensor<2x3x4xf32> -> tensor<24xf32>
  %b = ncnn.reshape %a shape [4, -1] : (tensor<24xf32>) -> tensor<4x6xf32>
  // expected-remark @+1 {{missed: eliminate-reshape-chain: Reshape, Reshape: the shape that Reshape takes extents from is unknown}}
  %c = ncnn.reshape %u shape [4, -1] : (tensor<*xf32>) -> tensor<*xf32>
  %d = ncnn.reshape %c shape [-1, 0] : (tensor<*xf32>) -> tensor<*xf32>
  %e = ncnn.reshape %u shape [4, -1] : (tensor<*xf32>) -> tensor<*xf32>
  %f = ncnn.reshape %e shape [-1, 6] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %a, %b, %d, %f : tensor<24xf32>, tensor<4x6xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @guards
// CHECK:         %b = ncnn.reshape %a
// CHECK-NEXT:    %c = ncnn.reshape %u
// CHECK-NEXT:    %d = ncnn.reshape %c
// CHECK-NEXT:    %f = ncnn.reshape %u shape [-1, 6]

// Squeeze and ExpandDims are reshapes; expressions and batch axes speak of an input that is gone.
func.func @others(%x: tensor<2x3x4xf32>, %v: tensor<8xf32>)
    -> (tensor<24xf32>, tensor<6x4x1xf32>, tensor<4x2xf32>, tensor<1x2x4xf32>, tensor<8xf32>) {
  %a = ncnn.expanddims %x axes [0] : (tensor<2x3x4xf32>) -> tensor<1x2x3x4xf32>
  %y = ncnn.flatten %a : tensor<1x2x3x4xf32> -> tensor<24xf32>
  %b = ncnn.reshape %x shape [6, 4] : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %z = ncnn.expanddims %b axes [-1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
  %c = ncnn.reshape %v shape [2, 4] : (tensor<8xf32>) -> tensor<2x4xf32>
  %w = ncnn.reshape %c expression "0h,0w" : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %d = ncnn.reshape %v shape [2, 4] : (tensor<8xf32>) -> tensor<2x4xf32>
  %u = ncnn.reshape %d shape [0, 0, 0] input_batch_axis 0 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
  %e = ncnn.expanddims %v axes [0] : (tensor<8xf32>) -> tensor<1x8xf32>
  %t = ncnn.squeeze %e h : (tensor<1x8xf32>) -> tensor<8xf32>
  func.return %y, %z, %w, %u, %t : tensor<24xf32>, tensor<6x4x1xf32>, tensor<4x2xf32>, tensor<1x2x4xf32>, tensor<8xf32>
}
// CHECK-LABEL: @others
// CHECK-NEXT:    %y = ncnn.flatten %x
// CHECK-NEXT:    %z = ncnn.reshape %x shape [6, 4, 1]
// CHECK-NEXT:    %w = ncnn.reshape %v shape [4, 2] :
// CHECK-NEXT:    %u = ncnn.reshape %v shape [1, 2, 4] :
// CHECK-NEXT:    func.return %y, %z, %w, %u, %v

func.func @unknown(%u: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  // expected-remark @+1 {{missed: eliminate-reshape-chain: Reshape, Squeeze: the shape that Squeeze takes extents from is unknown}}
  %a = ncnn.reshape %u shape [4, -1] : (tensor<*xf32>) -> tensor<*xf32>
  %b = ncnn.squeeze %a axes [0] : (tensor<*xf32>) -> tensor<*xf32>
  %c = ncnn.squeeze %u axes [0] : (tensor<*xf32>) -> tensor<*xf32>
  %d = ncnn.reshape %c shape [4, -1] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %b, %d : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         %b = ncnn.squeeze %a
// CHECK-NEXT:    %d = ncnn.reshape %u shape [4, -1]

// Batches of several are in another order, and each item is reshaped alone.
func.func @batches(%x: tensor<24xf32>) -> tensor<*xf32> {
  // expected-remark @+1 {{missed: eliminate-reshape-chain: Reshape, Reshape: how large the batch is that they count is unknown}}
  %a = ncnn.reshape %x shape [6, 4] output_batch_axis 1 : (tensor<24xf32>) -> tensor<*xf32>
  %b = ncnn.reshape %a shape [2, 3] : (tensor<*xf32>) -> tensor<*xf32>
  // expected-remark @+1 {{missed: eliminate-reshape-chain: Flatten, Reshape: how large the batch is that they count is unknown}}
  %c = ncnn.flatten %b : tensor<*xf32> -> tensor<*xf32>
  // expected-remark @+1 {{missed: eliminate-reshape-chain: Reshape, Reshape: how large the batch is that they count is unknown}}
  %d = ncnn.reshape %c shape [24] input_batch_axis 0 : (tensor<*xf32>) -> tensor<*xf32>
  %y = ncnn.reshape %d shape [4, 6] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @batches
// CHECK-NEXT:    %a = ncnn.reshape %x shape [6, 4] output_batch_axis 1
// CHECK-NEXT:    %c = ncnn.flatten %a
// CHECK-NEXT:    %d = ncnn.reshape %c shape [24] input_batch_axis 0
// CHECK-NEXT:    %y = ncnn.reshape %d shape [4, 6]
// CHECK-NEXT:    func.return %y

// Of extents known at run time one is left over; several need the first reshape.
#rows = affine_map<()[s0, s1] -> (4, s0, 6)>
#both = affine_map<()[s0, s1] -> (s0, s1, 6)>
func.func @dynamic(%x: tensor<4x32x6xf32> {ncnn.extents = #rows}, %z: tensor<32x48x6xf32> {ncnn.extents = #both}) -> (tensor<4x6x32xf32>, tensor<32x6x48xf32>) {
  // expected-remark @+1 {{eliminate-reshape-chain: Reshape}}
  %a = ncnn.reshape %x shape [24, -1] {ncnn.extents = [affine_map<()[s0, s1] -> (24, s0)>]} : (tensor<4x32x6xf32>) -> tensor<24x32xf32>
  %b = ncnn.reshape %a shape [4, 6, 0] {ncnn.extents = [affine_map<()[s0, s1] -> (4, 6, s0)>]} : (tensor<24x32xf32>) -> tensor<4x6x32xf32>
  // expected-remark @+1 {{missed: eliminate-reshape-chain: Reshape, Reshape: several extents of the new shape are dynamic}}
  %c = ncnn.reshape %z expression "*(0w,0h),0c" {ncnn.extents = [affine_map<()[s0, s1] -> (s0, s1 * 6)>]} : (tensor<32x48x6xf32>) -> tensor<32x288xf32>
  %d = ncnn.reshape %c like %z expression "1h,6,1c" {ncnn.extents = [affine_map<()[s0, s1] -> (s0, 6, s1)>]} : (tensor<32x288xf32>, tensor<32x48x6xf32>) -> tensor<32x6x48xf32>
  func.return %b, %d : tensor<4x6x32xf32>, tensor<32x6x48xf32>
}
// CHECK-LABEL: @dynamic
// CHECK-NEXT:    %b = ncnn.reshape %x shape [4, 6, -1]
// CHECK-NEXT:    %c = ncnn.reshape %z expression
// CHECK-NEXT:    %d = ncnn.reshape %c like %z
