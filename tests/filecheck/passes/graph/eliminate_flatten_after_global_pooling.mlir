// RUN: ncnnc-opt %s -p eliminate-flatten-after-global-pooling | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-flatten-after-global-pooling

// A global pooling makes a vector.
func.func @known(%x: tensor<8x7x7xf32>) -> (tensor<8xf32> {ncnn.name = "out"}) {
  // expected-remark @+1 {{eliminate-flatten-after-global-pooling: Pooling, Flatten}}
  %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %y = ncnn.flatten %a : tensor<8xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @known
// CHECK-SAME:    {ncnn.name = "out"}
// CHECK-NEXT:    %a = ncnn.pooling
// CHECK-NEXT:    func.return %a

// It does so of anything.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-remark @+1 {{eliminate-flatten-after-global-pooling: Pooling, Flatten}}
  %a = ncnn.pooling max %x global : tensor<*xf32> -> tensor<*xf32>
  %y = ncnn.flatten %a : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    %a = ncnn.pooling
// CHECK-NEXT:    func.return %a

func.func @left_alone(%x: tensor<8x7x7xf32>, %x1: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<*xf32>, tensor<8xf32>) {
  // A pooling of windows makes an image, even of one cell.
  // expected-remark @+1 {{missed: eliminate-flatten-after-global-pooling: Pooling, Flatten: the pooling is not global}}
  %a = ncnn.pooling avg %x kernel [7, 7] : tensor<8x7x7xf32> -> tensor<8x1x1xf32>
  %y = ncnn.flatten %a : tensor<8x1x1xf32> -> tensor<8xf32>
  // Before shapes are inferred it stays.
  // expected-remark @+1 {{missed: eliminate-flatten-after-global-pooling: Pooling, Flatten: the shape of its result has not been inferred}}
  %a1 = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %y1 = ncnn.flatten %a1 : tensor<8xf32> -> tensor<*xf32>
  // Other vectors are for `eliminate-flatten`.
  %y2 = ncnn.flatten %x1 : tensor<8xf32> -> tensor<8xf32>
  func.return %y, %y1, %y2 : tensor<8xf32>, tensor<*xf32>, tensor<8xf32>
}
