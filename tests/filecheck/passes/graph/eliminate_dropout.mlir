// RUN: ncnnc-opt %s -p eliminate-dropout --split-input-file | filecheck %s

// A dropout with scale 1 does nothing; the input keeps its name, the result takes its place.
func.func @main(%x: tensor<4xf32> {ncnn.name = "in"}) -> (tensor<4xf32> {ncnn.name = "out"}) {
  %y = ncnn.dropout %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @main(%x: tensor<4xf32> {ncnn.name = "in"}) -> (tensor<4xf32> {ncnn.name = "out"})
// CHECK-NEXT:    func.return %x

// -----

// One that scales stays.
func.func @scaled(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = ncnn.dropout %x scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @scaled
// CHECK-NEXT:    ncnn.dropout %x scale 5.000000e-01

// -----

// As long as the shape of its result is unknown it stays.
func.func @unknown(%x: tensor<4xf32>) -> tensor<*xf32> {
  %y = ncnn.dropout %x : (tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    ncnn.dropout %x
