// RUN: ncnnc-opt %s -p eliminate-reshape-after-global-pooling | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-reshape-after-global-pooling

// A global pooling makes a vector, which a reshape to a vector keeps, whatever length it asks for.
func.func @known(%x: tensor<8x7x7xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %y = ncnn.reshape %a shape [-1] : (tensor<8xf32>) -> tensor<8xf32>
  %z = ncnn.reshape %a shape [8] : (tensor<8xf32>) -> tensor<8xf32>
  func.return %y, %z : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: @known
// CHECK-NEXT:    %a = ncnn.pooling
// CHECK-NEXT:    func.return %a, %a
// REMARK-COUNT-2: // remark: eliminate-reshape-after-global-pooling: Pooling, Reshape

// It does so of anything.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-remark @+1 {{eliminate-reshape-after-global-pooling: Pooling, Reshape}}
  %a = ncnn.pooling avg %x global : tensor<*xf32> -> tensor<*xf32>
  %y = ncnn.reshape %a shape [-1] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    %a = ncnn.pooling
// CHECK-NEXT:    func.return %a

func.func @left_alone(%x: tensor<8x7x7xf32>, %x1: tensor<*xf32>)
    -> (tensor<8x1x1xf32>, tensor<*xf32>, tensor<8xf32>, tensor<*xf32>) {
  // A reshape to several dimensions is needed.
  // expected-remark @+1 {{missed: eliminate-reshape-after-global-pooling: Pooling, Reshape: the new shape has several dimensions}}
  %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %y = ncnn.reshape %a shape [8, 1, 1] : (tensor<8xf32>) -> tensor<8x1x1xf32>
  // What an expression says depends on shapes.
  // expected-remark @+1 {{missed: eliminate-reshape-after-global-pooling: Pooling, Reshape: the new shape is an expression}}
  %a1 = ncnn.pooling avg %x1 global : tensor<*xf32> -> tensor<*xf32>
  %y1 = ncnn.reshape %a1 expression "0w,1" : (tensor<*xf32>) -> tensor<*xf32>
  // A pooling of windows makes an image.
  // expected-remark @+1 {{missed: eliminate-reshape-after-global-pooling: Pooling, Reshape: the pooling is not global}}
  %a2 = ncnn.pooling avg %x kernel [7, 7] : tensor<8x7x7xf32> -> tensor<8x1x1xf32>
  %y2 = ncnn.reshape %a2 shape [-1] : (tensor<8x1x1xf32>) -> tensor<8xf32>
  // A batch of two vectors is not one.
  // expected-remark @+1 {{missed: eliminate-reshape-after-global-pooling: Pooling, Reshape: how large the batch is that it counts is unknown}}
  %a3 = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %y3 = ncnn.reshape %a3 shape [2, 4] output_batch_axis 0 : (tensor<8xf32>) -> tensor<*xf32>
  func.return %y, %y1, %y2, %y3 : tensor<8x1x1xf32>, tensor<*xf32>, tensor<8xf32>, tensor<*xf32>
}
