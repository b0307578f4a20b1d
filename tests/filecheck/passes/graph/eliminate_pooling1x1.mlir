// RUN: ncnnc-opt %s -p eliminate-pooling1x1 --split-input-file | filecheck %s

// Windows of one cell.
func.func @single(%x: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  %a = ncnn.pooling max %x kernel [1, 1] stride [1, 1] : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  %b = ncnn.pooling avg %a pad_mode same_upper : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  func.return %b : tensor<3x4x5xf32>
}
// CHECK-LABEL: @single
// CHECK-NEXT:    func.return %x

// -----

// An adaptive pooling to the size of its input.
func.func @adaptive(%x: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  %y = ncnn.pooling avg %x adaptive [4, 5] : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  func.return %y : tensor<3x4x5xf32>
}
// CHECK-LABEL: @adaptive
// CHECK-NEXT:    func.return %x

// -----

// Larger windows that keep the size.
func.func @window(%x: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  %y = ncnn.pooling max %x kernel [3, 3] pad [1, 1, 1, 1]
    : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  func.return %y : tensor<3x4x5xf32>
}
// CHECK-LABEL: @window
// CHECK-NEXT:    ncnn.pooling max

// -----

// A stride leaves cells out, pads add some.
func.func @size(%x: tensor<3x4x5xf32>) -> (tensor<3x2x3xf32>, tensor<3x6x7xf32>) {
  %a = ncnn.pooling max %x stride [2, 2] pad_mode valid : tensor<3x4x5xf32> -> tensor<3x2x3xf32>
  %b = ncnn.pooling max %x pad [1, 1, 1, 1] : tensor<3x4x5xf32> -> tensor<3x6x7xf32>
  func.return %a, %b : tensor<3x2x3xf32>, tensor<3x6x7xf32>
}
// CHECK-LABEL: @size
// CHECK-NEXT:    ncnn.pooling max %x stride
// CHECK-NEXT:    ncnn.pooling max %x pad

// -----

// A global pooling of single cells makes a vector.
func.func @global(%x: tensor<3x1x1xf32>) -> tensor<3xf32> {
  %y = ncnn.pooling avg %x global : tensor<3x1x1xf32> -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}
// CHECK-LABEL: @global
// CHECK-NEXT:    ncnn.pooling avg %x global
