// RUN: round-trip %s

// Ops that pass their inputs on; a Noop may drop inputs.
func.func @main(%x: tensor<4x6xf32>, %y: tensor<8xf32>) {
  %0, %1 = ncnn.noop %x, %y : (tensor<4x6xf32>, tensor<8xf32>) -> (tensor<4x6xf32>, tensor<8xf32>)
  %2 = ncnn.noop %x, %y : (tensor<4x6xf32>, tensor<8xf32>) -> tensor<4x6xf32>
  %3 = ncnn.deepcopy %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %4 = ncnn.dropout %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %5 = ncnn.dropout %x scale 5.000000e-01 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  func.return
}
