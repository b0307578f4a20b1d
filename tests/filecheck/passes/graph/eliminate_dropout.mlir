// RUN: ncnnc-opt %s -p eliminate-dropout | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-dropout

// A dropout with scale 1 does nothing; the input keeps its name, the result takes its place.
func.func @main(%x: tensor<4xf32> {ncnn.name = "in"}) -> (tensor<4xf32> {ncnn.name = "out"}) {
  // expected-remark @+1 {{eliminate-dropout: Dropout}}
  %y = ncnn.dropout %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @main(%x: tensor<4xf32> {ncnn.name = "in"}) -> (tensor<4xf32> {ncnn.name = "out"})
// CHECK-NEXT:    func.return %x

// Its shape does not matter.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-remark @+1 {{eliminate-dropout: Dropout}}
  %y = ncnn.dropout %x : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    func.return %x

func.func @left_alone(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<*xf32>) {
  // One that scales stays.
  // expected-remark @+1 {{missed: eliminate-dropout: Dropout: it scales by 0.5}}
  %y = ncnn.dropout %x scale 0.5 : (tensor<4xf32>) -> tensor<4xf32>
  // Before shapes are inferred it stays.
  // expected-remark @+1 {{missed: eliminate-dropout: Dropout: the shape of its result has not been inferred}}
  %y1 = ncnn.dropout %x : (tensor<4xf32>) -> tensor<*xf32>
  func.return %y, %y1 : tensor<4xf32>, tensor<*xf32>
}
