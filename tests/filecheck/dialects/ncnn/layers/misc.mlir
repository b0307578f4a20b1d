// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s

// Ops that pass their inputs on; a Noop may drop inputs.
func.func @main(%x: tensor<4x6xf32>, %y: tensor<8xf32>) {
  // CHECK: ncnn.noop %x, %y : (tensor<4x6xf32>, tensor<8xf32>) -> (tensor<4x6xf32>, tensor<8xf32>)
  %0, %1 = ncnn.noop %x, %y : (tensor<4x6xf32>, tensor<8xf32>) -> (tensor<4x6xf32>, tensor<8xf32>)
  // CHECK: ncnn.noop %x, %y : (tensor<4x6xf32>, tensor<8xf32>) -> tensor<4x6xf32>
  %2 = ncnn.noop %x, %y : (tensor<4x6xf32>, tensor<8xf32>) -> tensor<4x6xf32>
  // CHECK: ncnn.deepcopy %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = ncnn.deepcopy %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: ncnn.dropout %x : (tensor
  %4 = ncnn.dropout %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: ncnn.dropout %x scale 5.000000e-01 :
  %5 = ncnn.dropout %x scale 0.5 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  func.return
}
