// RUN: ncnnc-opt %s -p eliminate-reshape --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p eliminate-reshape --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// To a vector, of a vector.
func.func @vector(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = ncnn.reshape %x shape [-1] : (tensor<8xf32>) -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @vector
// CHECK-NEXT:    func.return %x
// REMARK:      // remark: eliminate-reshape: Reshape

// -----

// Any that keeps the shape.
func.func @same(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %y = ncnn.reshape %x shape [2, 0, -1] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @same
// CHECK-NEXT:    func.return %x
// REMARK:      // remark: eliminate-reshape: Reshape

// -----

// A vector of unknown length stays one.
func.func @unknown_vector(%x: tensor<*xf32>) -> tensor<*xf32> {
  %a = ncnn.flatten %x : tensor<*xf32> -> tensor<*xf32>
  %y = ncnn.reshape %a shape [8] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_vector
// CHECK:         func.return %a
// REMARK:      // remark: eliminate-reshape: Reshape

// -----

// Another shape.
func.func @other(%x: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
  %y = ncnn.reshape %x shape [6, 4] : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  func.return %y : tensor<6x4xf32>
}
// CHECK-LABEL: @other
// CHECK-NEXT:    ncnn.reshape %x shape [6, 4]

// -----

// As long as shapes are unknown it stays.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %y = ncnn.reshape %x shape [-1] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    ncnn.reshape
// REMARK:      // missed: eliminate-reshape: Reshape: the shape of its input is unknown

// -----

// A Squeeze that finds no axis of extent 1; Flatten has a pass of its own.
func.func @squeeze(%x: tensor<2x3xf32>, %v: tensor<8xf32>) -> (tensor<2x3xf32>, tensor<8xf32>) {
  %y = ncnn.squeeze %x axes [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %z = ncnn.flatten %v : tensor<8xf32> -> tensor<8xf32>
  func.return %y, %z : tensor<2x3xf32>, tensor<8xf32>
}
// CHECK-LABEL: @squeeze
// CHECK-NEXT:    %z = ncnn.flatten
// CHECK-NEXT:    func.return %x, %z
// REMARK:      // remark: eliminate-reshape: Squeeze

// -----

// Vectors that may be batches of several are not what they are made of; without a batch they are.
func.func @batches(%x: tensor<8xf32>) -> (tensor<*xf32>, tensor<8xf32>) {
  %a = ncnn.reshape %x shape [2, 4] output_batch_axis 0 : (tensor<8xf32>) -> tensor<*xf32>
  %y = ncnn.reshape %a shape [8] input_batch_axis 1 : (tensor<*xf32>) -> tensor<*xf32>
  %z = ncnn.reshape %x shape [1, 8] output_batch_axis 0 : (tensor<8xf32>) -> tensor<8xf32>
  func.return %y, %z : tensor<*xf32>, tensor<8xf32>
}
// CHECK-LABEL: @batches
// CHECK-NEXT:    %a = ncnn.reshape %x shape [2, 4] output_batch_axis 0
// CHECK-NEXT:    %y = ncnn.reshape %a shape [8] input_batch_axis 1
// CHECK-NEXT:    func.return %y, %x
// REMARK:      // missed: eliminate-reshape: Reshape: the shape of its input is unknown
