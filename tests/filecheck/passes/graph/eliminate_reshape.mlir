// RUN: ncnnc-opt %s -p eliminate-reshape --split-input-file | filecheck %s

// To a vector after a global pooling, which makes one.
func.func @global_pooling(%x: tensor<8x7x7xf32>) -> tensor<8xf32> {
  %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %y = ncnn.reshape %a shape [-1] : (tensor<8xf32>) -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @global_pooling
// CHECK-NEXT:    %a = ncnn.pooling
// CHECK-NEXT:    func.return %a

// -----

// Any that keeps the shape.
func.func @same(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %y = ncnn.reshape %x shape [2, 0, -1] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @same
// CHECK-NEXT:    func.return %x

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
