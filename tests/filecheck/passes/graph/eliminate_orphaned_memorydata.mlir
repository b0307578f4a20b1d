// RUN: ncnnc-opt %s -p eliminate-orphaned-memorydata --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p eliminate-orphaned-memorydata --split-input-file --remarks | filecheck %s --check-prefix=REMARK
// REQUIREMENT: O1, O4, O7, O8, O10

// O1, O7: a constant that nothing reads goes, with a remark that names its layer.
func.func @orphan(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k.data"> memory_data : tensor<4xf32> loc("k")
  func.return %x : tensor<4xf32>
}
// CHECK-LABEL: @orphan
// CHECK-NEXT:    func.return %x
// REMARK-LABEL: @orphan
// REMARK:         // remark: eliminate-orphaned-memorydata: k

// -----

// O4: so does one that only a dead layer reads.
func.func @chain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k.data"> memory_data : tensor<4xf32> loc("k")
  %a = ncnn.reshape %k shape [2, 2] : (tensor<4xf32>) -> tensor<2x2xf32> loc("a")
  %b = ncnn.binaryop add %x, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("b")
  func.return %x : tensor<4xf32>
}
// CHECK-LABEL: @chain
// CHECK-NEXT:    func.return %x
// REMARK-LABEL: @chain
// REMARK:         // remark: eliminate-orphaned-memorydata: b
// REMARK-NEXT:    // remark: eliminate-orphaned-memorydata: a
// REMARK-NEXT:    // remark: eliminate-orphaned-memorydata: k

// -----

// O8: one user is enough to stay.
func.func @read(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"k.data"> memory_data : tensor<4xf32>
  %a = ncnn.relu %k : (tensor<4xf32>) -> tensor<4xf32>
  %y = ncnn.binaryop add %x, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @read
// CHECK:         %[[K:.*]] = ncnn.weight <"k.data"> memory_data
// CHECK-NEXT:    %y = ncnn.binaryop add %x, %[[K]]
// REMARK-LABEL: @read
// REMARK:         // remark: eliminate-orphaned-memorydata: ReLU
// REMARK-NOT:     remark

// -----

// O10: to be an output of the network is to be read, also at the end of a chain.
func.func @output() -> (tensor<4xf32>, tensor<2x2xf32>) {
  %k = ncnn.weight <"k.data"> memory_data : tensor<4xf32>
  %m = ncnn.weight <"m.data"> memory_data : tensor<4xf32>
  %a = ncnn.reshape %m shape [2, 2] : (tensor<4xf32>) -> tensor<2x2xf32>
  func.return %k, %a : tensor<4xf32>, tensor<2x2xf32>
}
// CHECK-LABEL: @output
// CHECK:         %[[K:.*]] = ncnn.weight <"k.data"> memory_data
// CHECK-NEXT:    %[[M:.*]] = ncnn.weight <"m.data"> memory_data
// CHECK-NEXT:    %[[A:.*]] = ncnn.reshape %[[M]]
// CHECK-NEXT:    func.return %[[K]], %[[A]]
// REMARK-LABEL: @output
// REMARK-NOT:     remark

// -----

// What was stored with another layer goes without a word.
func.func @stored(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = ncnn.weight <"conv1.bias"> : tensor<4xf32>
  func.return %x : tensor<4xf32>
}
// CHECK-LABEL: @stored
// CHECK-NEXT:    func.return %x
// REMARK-LABEL: @stored
// REMARK-NOT:     remark

// -----

// A custom layer without outputs tells its program something.
func.func @metadata(%x: tensor<4xf32>) -> tensor<4xf32> {
  ncnn.custom "SherpaMetaData"() params {"0" = 2 : i64} : () -> ()
  func.return %x : tensor<4xf32>
}
// CHECK-LABEL: @metadata
// CHECK-NEXT:    ncnn.custom "SherpaMetaData"()
// CHECK-NEXT:    func.return %x
// REMARK-LABEL: @metadata
// REMARK-NOT:     remark
