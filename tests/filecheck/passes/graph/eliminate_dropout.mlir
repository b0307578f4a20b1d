// RUN: ncnnc-opt %s -p eliminate-dropout --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p eliminate-dropout --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// A dropout with scale 1 does nothing; the input keeps its name, the result takes its place.
func.func @main(%x: tensor<4xf32> {ncnn.name = "in"}) -> (tensor<4xf32> {ncnn.name = "out"}) {
  %y = ncnn.dropout %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @main(%x: tensor<4xf32> {ncnn.name = "in"}) -> (tensor<4xf32> {ncnn.name = "out"})
// CHECK-NEXT:    func.return %x
// REMARK:      // remark: eliminate-dropout: Dropout

// -----

// Its shape does not matter.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %y = ncnn.dropout %x : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    func.return %x
// REMARK:      // remark: eliminate-dropout: Dropout

// -----

// One that scales stays.
func.func @scaled(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = ncnn.dropout %x scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @scaled
// CHECK-NEXT:    ncnn.dropout %x scale 5.000000e-01
// REMARK:      // missed: eliminate-dropout: Dropout: it scales by 0.5

// -----

// Before shapes are inferred it stays.
func.func @not_inferred(%x: tensor<4xf32>) -> tensor<*xf32> {
  %y = ncnn.dropout %x : (tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @not_inferred
// CHECK-NEXT:    ncnn.dropout %x
// REMARK:      // missed: eliminate-dropout: Dropout: the shape of its result has not been inferred
