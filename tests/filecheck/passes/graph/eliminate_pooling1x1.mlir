// RUN: ncnnc-opt %s -p eliminate-pooling1x1 | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-pooling1x1

// Windows of one cell.
func.func @single(%x: tensor<3x4x5xf32> {ncnn.name = "in"}) -> (tensor<3x4x5xf32> {ncnn.name = "out"}) {
  %a = ncnn.pooling max %x kernel [1, 1] stride [1, 1] : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  %b = ncnn.pooling avg %a pad_mode same_upper : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  func.return %b : tensor<3x4x5xf32>
}
// CHECK-LABEL: @single(%x: tensor<3x4x5xf32> {ncnn.name = "in"}) -> (tensor<3x4x5xf32> {ncnn.name = "out"})
// CHECK-NEXT:    func.return %x
// REMARK-COUNT-2: // remark: eliminate-pooling1x1: Pooling

// They are that in an image of any size.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %a = ncnn.pooling max %x kernel [2, 2] : tensor<*xf32> -> tensor<*xf32>
  // expected-remark @+1 {{eliminate-pooling1x1: Pooling}}
  %y = ncnn.pooling max %a kernel [1, 1] stride [1, 1] : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         func.return %a

func.func @left_alone(%x: tensor<*xf32>, %x1: tensor<3x4x5xf32>, %x2: tensor<3x1x1xf32>, %u: tensor<*xf32>)
    -> (tensor<*xf32>, tensor<3x2x3xf32>, tensor<3x6x7xf32>, tensor<*xf32>, tensor<*xf32>, tensor<3xf32>, tensor<*xf32>, tensor<*xf32>, tensor<3x4x5xf32>) {
  // But ncnn makes an image of anything.
  // expected-remark @+1 {{missed: eliminate-pooling1x1: Pooling: it makes an image of what may be none}}
  %y = ncnn.pooling max %x kernel [1, 1] stride [1, 1] : tensor<*xf32> -> tensor<*xf32>
  // A stride leaves cells out, pads add some.
  // expected-remark @+1 {{missed: eliminate-pooling1x1: Pooling: its stride or pads change the size}}
  %a = ncnn.pooling max %x1 stride [2, 2] pad_mode valid : tensor<3x4x5xf32> -> tensor<3x2x3xf32>
  // expected-remark @+1 {{missed: eliminate-pooling1x1: Pooling: its stride or pads change the size}}
  %b = ncnn.pooling max %x1 pad [1, 1, 1, 1] : tensor<3x4x5xf32> -> tensor<3x6x7xf32>
  // The same where the size is unknown.
  // expected-remark @+1 {{missed: eliminate-pooling1x1: Pooling: its stride or pads change the size}}
  %a1 = ncnn.pooling max %x stride [2, 2] : tensor<*xf32> -> tensor<*xf32>
  // expected-remark @+1 {{missed: eliminate-pooling1x1: Pooling: its stride or pads change the size}}
  %b1 = ncnn.pooling max %x pad [1, 1, 1, 1] : tensor<*xf32> -> tensor<*xf32>
  // A global pooling of single cells makes a vector.
  // expected-remark @+1 {{missed: eliminate-pooling1x1: Pooling: it is global: its result is a vector}}
  %y1 = ncnn.pooling avg %x2 global : tensor<3x1x1xf32> -> tensor<3xf32>
  // Before shapes are inferred it stays.
  // expected-remark @+1 {{missed: eliminate-pooling1x1: Pooling: the shape of its result has not been inferred}}
  %y2 = ncnn.pooling max %x1 : tensor<3x4x5xf32> -> tensor<*xf32>
  // Of an image of unknown size an adaptive one stays; so do larger windows that keep the size.
  %v = ncnn.pooling avg %u adaptive [4, 5] : tensor<*xf32> -> tensor<*xf32>
  %y3 = ncnn.pooling max %x1 kernel [3, 3] pad [1, 1, 1, 1]
    : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  func.return %y, %a, %b, %a1, %b1, %y1, %y2, %v, %y3 : tensor<*xf32>, tensor<3x2x3xf32>, tensor<3x6x7xf32>, tensor<*xf32>, tensor<*xf32>, tensor<3xf32>, tensor<*xf32>, tensor<*xf32>, tensor<3x4x5xf32>
}

// An adaptive pooling to the size of its input.
func.func @adaptive(%x: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  // expected-remark @+1 {{eliminate-pooling1x1: Pooling}}
  %y = ncnn.pooling avg %x adaptive [4, 5] : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  func.return %y : tensor<3x4x5xf32>
}
// CHECK-LABEL: @adaptive
// CHECK-NEXT:    func.return %x
