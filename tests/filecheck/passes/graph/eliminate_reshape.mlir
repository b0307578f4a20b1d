// RUN: ncnnc-opt %s -p eliminate-reshape | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-reshape

// To a vector, of a vector.
func.func @vector(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{eliminate-reshape: Reshape}}
  %y = ncnn.reshape %x shape [-1] : (tensor<8xf32>) -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @vector
// CHECK-NEXT:    func.return %x

// Any that keeps the shape.
func.func @same(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // expected-remark @+1 {{eliminate-reshape: Reshape}}
  %y = ncnn.reshape %x shape [2, 0, -1] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @same
// CHECK-NEXT:    func.return %x

// A vector of unknown length stays one.
func.func @unknown_vector(%x: tensor<*xf32>) -> tensor<*xf32> {
  %a = ncnn.flatten %x : tensor<*xf32> -> tensor<*xf32>
  // expected-remark @+1 {{eliminate-reshape: Reshape}}
  %y = ncnn.reshape %a shape [8] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_vector
// CHECK:         func.return %a

func.func @left_alone(%x: tensor<2x3x4xf32>, %x1: tensor<*xf32>) -> (tensor<6x4xf32>, tensor<*xf32>) {
  // Another shape.
  %y = ncnn.reshape %x shape [6, 4] : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  // As long as shapes are unknown it stays.
  // expected-remark @+1 {{missed: eliminate-reshape: Reshape: the shape of its input is unknown}}
  %y1 = ncnn.reshape %x1 shape [-1] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y, %y1 : tensor<6x4xf32>, tensor<*xf32>
}

// A Squeeze that finds no axis of extent 1; Flatten has a pass of its own.
func.func @squeeze(%x: tensor<2x3xf32>, %v: tensor<8xf32>) -> (tensor<2x3xf32>, tensor<8xf32>) {
  // expected-remark @+1 {{eliminate-reshape: Squeeze}}
  %y = ncnn.squeeze %x axes [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %z = ncnn.flatten %v : tensor<8xf32> -> tensor<8xf32>
  func.return %y, %z : tensor<2x3xf32>, tensor<8xf32>
}
// CHECK-LABEL: @squeeze
// CHECK-NEXT:    %z = ncnn.flatten
// CHECK-NEXT:    func.return %x, %z

// Vectors that may be batches of several are not what they are made of; without a batch they are.
func.func @batches(%x: tensor<8xf32>) -> (tensor<*xf32>, tensor<8xf32>) {
  // expected-remark @+1 {{missed: eliminate-reshape: Reshape: the shape of its input is unknown}}
  %a = ncnn.reshape %x shape [2, 4] output_batch_axis 0 : (tensor<8xf32>) -> tensor<*xf32>
  // expected-remark @+1 {{missed: eliminate-reshape: Reshape: the shape of its input is unknown}}
  %y = ncnn.reshape %a shape [8] input_batch_axis 1 : (tensor<*xf32>) -> tensor<*xf32>
  %z = ncnn.reshape %x shape [1, 8] output_batch_axis 0 : (tensor<8xf32>) -> tensor<8xf32>
  func.return %y, %z : tensor<*xf32>, tensor<8xf32>
}
// CHECK-LABEL: @batches
// CHECK-NEXT:    %a = ncnn.reshape %x shape [2, 4] output_batch_axis 0
// CHECK-NEXT:    %y = ncnn.reshape %a shape [8] input_batch_axis 1
// CHECK-NEXT:    func.return %y, %x

// Extents that are planned as the same number may be others in a run.
func.func @dynamic(%x: tensor<96x96xf32> {ncnn.extents = affine_map<()[s0, s1] -> (s0 * 3, s1 * 2)>}) -> tensor<96x96xf32> {
  %y = ncnn.reshape %x expression "0h,0w" {ncnn.extents = [affine_map<()[s0, s1] -> (s1 * 2, s0 * 3)>]} : (tensor<96x96xf32>) -> tensor<96x96xf32>
  func.return %y : tensor<96x96xf32>
}
// CHECK-LABEL: @dynamic
// CHECK-NEXT:    ncnn.reshape %x
