// RUN: ncnnc-opt %s -p eliminate-noop --split-input-file | filecheck %s

// Result `i` is input `i`; more inputs than results are dropped.
func.func @noop(%x: tensor<4xf32>, %y: tensor<5xf32>, %z: tensor<6xf32>)
    -> (tensor<5xf32>, tensor<4xf32>) {
  %a, %b = ncnn.noop %x, %y, %z
    : (tensor<4xf32>, tensor<5xf32>, tensor<6xf32>) -> (tensor<4xf32>, tensor<5xf32>)
  func.return %b, %a : tensor<5xf32>, tensor<4xf32>
}
// CHECK-LABEL: @noop
// CHECK-NEXT:    func.return %y, %x

// -----

// A noop without results computes nothing.
func.func @sink(%x: tensor<4xf32>) -> tensor<4xf32> {
  ncnn.noop %x : (tensor<4xf32>) -> ()
  func.return %x : tensor<4xf32>
}
// CHECK-LABEL: @sink
// CHECK-NEXT:    func.return %x

// -----

// A copy is as good as the original.
func.func @copy(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = ncnn.deepcopy %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @copy
// CHECK-NEXT:    func.return %x

// -----

// As long as shapes are unknown it stays.
func.func @unknown(%x: tensor<4xf32>) -> tensor<*xf32> {
  %y = ncnn.noop %x : (tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    ncnn.noop %x
