// RUN: ncnnc-opt %s -p eliminate-flatten-after-global-pooling --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p eliminate-flatten-after-global-pooling --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// A global pooling makes a vector.
func.func @known(%x: tensor<8x7x7xf32>) -> (tensor<8xf32> {ncnn.name = "out"}) {
  %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %y = ncnn.flatten %a : tensor<8xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @known
// CHECK-SAME:    {ncnn.name = "out"}
// CHECK-NEXT:    %a = ncnn.pooling
// CHECK-NEXT:    func.return %a
// REMARK:      // remark: eliminate-flatten-after-global-pooling: Pooling, Flatten

// -----

// It does so of anything.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %a = ncnn.pooling max %x global : tensor<*xf32> -> tensor<*xf32>
  %y = ncnn.flatten %a : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    %a = ncnn.pooling
// CHECK-NEXT:    func.return %a
// REMARK:      // remark: eliminate-flatten-after-global-pooling: Pooling, Flatten

// -----

// A pooling of windows makes an image, even of one cell.
func.func @windows(%x: tensor<8x7x7xf32>) -> tensor<8xf32> {
  %a = ncnn.pooling avg %x kernel [7, 7] : tensor<8x7x7xf32> -> tensor<8x1x1xf32>
  %y = ncnn.flatten %a : tensor<8x1x1xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @windows
// CHECK:         ncnn.flatten
// REMARK:      // missed: eliminate-flatten-after-global-pooling: Pooling, Flatten: the pooling is not global

// -----

// Before shapes are inferred it stays.
func.func @not_inferred(%x: tensor<8x7x7xf32>) -> tensor<*xf32> {
  %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %y = ncnn.flatten %a : tensor<8xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @not_inferred
// CHECK:         ncnn.flatten
// REMARK:      // missed: eliminate-flatten-after-global-pooling: Pooling, Flatten: the shape of its result has not been inferred

// -----

// Other vectors are for `eliminate-flatten`.
func.func @other(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = ncnn.flatten %x : tensor<8xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @other
// CHECK-NEXT:    ncnn.flatten
