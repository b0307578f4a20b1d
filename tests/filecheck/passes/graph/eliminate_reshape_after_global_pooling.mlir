// RUN: ncnnc-opt %s -p eliminate-reshape-after-global-pooling --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p eliminate-reshape-after-global-pooling --split-input-file --remarks | filecheck %s --check-prefix=REMARK

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

// -----

// It does so of anything.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %a = ncnn.pooling avg %x global : tensor<*xf32> -> tensor<*xf32>
  %y = ncnn.reshape %a shape [-1] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    %a = ncnn.pooling
// CHECK-NEXT:    func.return %a
// REMARK:      // remark: eliminate-reshape-after-global-pooling: Pooling, Reshape

// -----

// A reshape to several dimensions is needed.
func.func @image(%x: tensor<8x7x7xf32>) -> tensor<8x1x1xf32> {
  %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %y = ncnn.reshape %a shape [8, 1, 1] : (tensor<8xf32>) -> tensor<8x1x1xf32>
  func.return %y : tensor<8x1x1xf32>
}
// CHECK-LABEL: @image
// CHECK:         ncnn.reshape
// REMARK:      // missed: eliminate-reshape-after-global-pooling: Pooling, Reshape: the new shape has several dimensions

// -----

// What an expression says depends on shapes.
func.func @expression(%x: tensor<*xf32>) -> tensor<*xf32> {
  %a = ncnn.pooling avg %x global : tensor<*xf32> -> tensor<*xf32>
  %y = ncnn.reshape %a expression "0w,1" : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @expression
// CHECK:         ncnn.reshape
// REMARK:      // missed: eliminate-reshape-after-global-pooling: Pooling, Reshape: the new shape is an expression

// -----

// A pooling of windows makes an image.
func.func @windows(%x: tensor<8x7x7xf32>) -> tensor<8xf32> {
  %a = ncnn.pooling avg %x kernel [7, 7] : tensor<8x7x7xf32> -> tensor<8x1x1xf32>
  %y = ncnn.reshape %a shape [-1] : (tensor<8x1x1xf32>) -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @windows
// CHECK:         ncnn.reshape
// REMARK:      // missed: eliminate-reshape-after-global-pooling: Pooling, Reshape: the pooling is not global

// -----

// A batch of two vectors is not one.
func.func @batch(%x: tensor<8x7x7xf32>) -> tensor<*xf32> {
  %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %y = ncnn.reshape %a shape [2, 4] output_batch_axis 0 : (tensor<8xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @batch
// CHECK:         ncnn.reshape
// REMARK:      // missed: eliminate-reshape-after-global-pooling: Pooling, Reshape: how large the batch is that it counts is unknown
