// RUN: ncnnc-opt %s -p eliminate-pooling1x1 --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p eliminate-pooling1x1 --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// Windows of one cell.
func.func @single(%x: tensor<3x4x5xf32> {ncnn.name = "in"}) -> (tensor<3x4x5xf32> {ncnn.name = "out"}) {
  %a = ncnn.pooling max %x kernel [1, 1] stride [1, 1] : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  %b = ncnn.pooling avg %a pad_mode same_upper : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  func.return %b : tensor<3x4x5xf32>
}
// CHECK-LABEL: @single(%x: tensor<3x4x5xf32> {ncnn.name = "in"}) -> (tensor<3x4x5xf32> {ncnn.name = "out"})
// CHECK-NEXT:    func.return %x
// REMARK-COUNT-2: // remark: eliminate-pooling1x1: Pooling

// -----

// They are that in an image of any size.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %a = ncnn.pooling max %x kernel [2, 2] : tensor<*xf32> -> tensor<*xf32>
  %y = ncnn.pooling max %a kernel [1, 1] stride [1, 1] : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         func.return %a
// REMARK:      // remark: eliminate-pooling1x1: Pooling

// -----

// But ncnn makes an image of anything.
func.func @unknown_rank(%x: tensor<*xf32>) -> tensor<*xf32> {
  %y = ncnn.pooling max %x kernel [1, 1] stride [1, 1] : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_rank
// CHECK-NEXT:    ncnn.pooling max %x
// REMARK:      // missed: eliminate-pooling1x1: Pooling: it makes an image of what may be none

// -----

// An adaptive pooling to the size of its input.
func.func @adaptive(%x: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  %y = ncnn.pooling avg %x adaptive [4, 5] : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  func.return %y : tensor<3x4x5xf32>
}
// CHECK-LABEL: @adaptive
// CHECK-NEXT:    func.return %x
// REMARK:      // remark: eliminate-pooling1x1: Pooling

// -----

// Of an image of unknown size an adaptive one stays; so do larger windows that keep the size.
func.func @window(%u: tensor<*xf32>, %x: tensor<3x4x5xf32>) -> (tensor<*xf32>, tensor<3x4x5xf32>) {
  %v = ncnn.pooling avg %u adaptive [4, 5] : tensor<*xf32> -> tensor<*xf32>
  %y = ncnn.pooling max %x kernel [3, 3] pad [1, 1, 1, 1]
    : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  func.return %v, %y : tensor<*xf32>, tensor<3x4x5xf32>
}
// CHECK-LABEL: @window
// CHECK-NEXT:    ncnn.pooling avg
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
// REMARK:      // missed: eliminate-pooling1x1: Pooling: its stride or pads change the size

// -----

// The same where the size is unknown.
func.func @unknown_size(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %a = ncnn.pooling max %x stride [2, 2] : tensor<*xf32> -> tensor<*xf32>
  %b = ncnn.pooling max %x pad [1, 1, 1, 1] : tensor<*xf32> -> tensor<*xf32>
  func.return %a, %b : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @unknown_size
// CHECK-NEXT:    ncnn.pooling max %x stride
// CHECK-NEXT:    ncnn.pooling max %x pad
// REMARK:      // missed: eliminate-pooling1x1: Pooling: its stride or pads change the size

// -----

// A global pooling of single cells makes a vector.
func.func @global(%x: tensor<3x1x1xf32>) -> tensor<3xf32> {
  %y = ncnn.pooling avg %x global : tensor<3x1x1xf32> -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}
// CHECK-LABEL: @global
// CHECK-NEXT:    ncnn.pooling avg %x global
// REMARK:      // missed: eliminate-pooling1x1: Pooling: it is global: its result is a vector

// -----

// Before shapes are inferred it stays.
func.func @not_inferred(%x: tensor<3x4x5xf32>) -> tensor<*xf32> {
  %y = ncnn.pooling max %x : tensor<3x4x5xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @not_inferred
// CHECK-NEXT:    ncnn.pooling max %x
// REMARK:      // missed: eliminate-pooling1x1: Pooling: the shape of its result has not been inferred
