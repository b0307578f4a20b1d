// RUN: ncnnc-opt %s -p eliminate-orphaned-memorydata --split-input-file | filecheck %s

// A constant that nothing reads goes.
func.func @orphan(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> : tensor<4xf32>
  func.return %x : tensor<4xf32>
}
// CHECK-LABEL: @orphan
// CHECK-NEXT:    func.return %x

// -----

// One with a reader stays, even if nothing reads the reader: that is for `dce`.
func.func @read(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %y = ncnn.relu %k : (tensor<4xf32>) -> tensor<4xf32>
  func.return %x : tensor<4xf32>
}
// CHECK-LABEL: @read
// CHECK:         %k = ncnn.weight <"k">
// CHECK-NEXT:    ncnn.relu %k

// -----

// One that is an output of the network stays.
func.func @output() -> tensor<4xf32> {
  %k = ncnn.weight <"k"> : tensor<4xf32>
  func.return %k : tensor<4xf32>
}
// CHECK-LABEL: @output
// CHECK:         %[[K:.*]] = ncnn.weight <"k">
// CHECK-NEXT:    func.return %[[K]]
