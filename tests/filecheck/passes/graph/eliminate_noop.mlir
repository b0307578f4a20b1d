// RUN: ncnnc-opt %s -p eliminate-noop | filecheck %s
// RUN: ncnnc-opt %s -p 'eliminate-noop{drop_branches=true}' | filecheck %s --check-prefix=COMPILE
// RUN: ncnnc-opt %s -p eliminate-noop --remarks | filecheck %s --check-prefix=REMARK

// Result `i` is input `i`; more inputs than results are dropped.
func.func @noop(%x: tensor<4xf32>, %y: tensor<5xf32>, %z: tensor<6xf32>)
    -> (tensor<5xf32>, tensor<4xf32>) {
  %a, %b = ncnn.noop %x, %y, %z
    : (tensor<4xf32>, tensor<5xf32>, tensor<6xf32>) -> (tensor<4xf32>, tensor<5xf32>)
  func.return %b, %a : tensor<5xf32>, tensor<4xf32>
}
// CHECK-LABEL: @noop
// CHECK-NEXT:    func.return %y, %x
// REMARK:      // remark: eliminate-noop: Noop

// In a file, heads that a noop reads stay, though it passes one of them on alone.
func.func @heads(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = ncnn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %b = ncnn.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
  %y = ncnn.noop %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @heads
// CHECK:         %y = ncnn.noop %a, %b
// COMPILE-LABEL: @heads
// COMPILE-NOT:   ncnn.noop
// COMPILE:       func.return %a
// REMARK:      // missed: eliminate-noop: Noop: nothing else reads 1 of its inputs

// A noop without results computes nothing.
func.func @sink(%x: tensor<4xf32>) -> tensor<4xf32> {
  ncnn.noop %x : (tensor<4xf32>) -> ()
  func.return %x : tensor<4xf32>
}
// CHECK-LABEL: @sink
// CHECK-NEXT:    func.return %x
// REMARK:      // remark: eliminate-noop: Noop

// A copy is as good as the original; shapes do not matter.
func.func @copy(%x: tensor<*xf32> {ncnn.name = "in"}) -> (tensor<*xf32> {ncnn.name = "out"}) {
  %a = ncnn.deepcopy %x : (tensor<*xf32>) -> tensor<*xf32>
  %y = ncnn.noop %a : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @copy(%x: tensor<*xf32> {ncnn.name = "in"}) -> (tensor<*xf32> {ncnn.name = "out"})
// CHECK-NEXT:    func.return %x
// REMARK:      // remark: eliminate-noop: DeepCopy
// REMARK-NEXT: // remark: eliminate-noop: Noop

// Before shapes are inferred they stay.
func.func @not_inferred(%x: tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %y = ncnn.noop %x : (tensor<4xf32>) -> tensor<*xf32>
  %z = ncnn.deepcopy %x : (tensor<4xf32>) -> tensor<*xf32>
  func.return %y, %z : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @not_inferred
// CHECK-NEXT:    ncnn.noop %x
// CHECK-NEXT:    ncnn.deepcopy %x
// REMARK:      // missed: eliminate-noop: Noop: the shape of its result has not been inferred
// REMARK-NEXT: // missed: eliminate-noop: DeepCopy: the shape of its result has not been inferred
