// RUN: ncnnc-opt %s -p eliminate-split | filecheck %s
// RUN: ncnnc-opt %s -p eliminate-split --remarks | filecheck %s --check-prefix=REMARK

// All users of the branches read the input itself; so do splits of splits. A branch that is the
// only one with a user is worth a remark.
func.func @branches(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a, %b = ncnn.split %x : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %c, %d = ncnn.split %b : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %e = ncnn.binaryop add %a, %c : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %y = ncnn.binaryop mul %e, %d : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @branches
// CHECK-NEXT:    %e = ncnn.binaryop add %x, %x
// CHECK-NEXT:    %y = ncnn.binaryop mul %e, %x
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @branches
// REMARK-NOT:   remark

// One branch is read and one is an output of the network, which ncnnoptimize loses.
func.func @output(%x: tensor<8xf32>) -> (tensor<8xf32> {ncnn.name = "a"}, tensor<8xf32> {ncnn.name = "y"}) {
  %a, %b = ncnn.split %x : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %y = ncnn.relu %b : (tensor<8xf32>) -> tensor<8xf32>
  func.return %a, %y : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: @output
// CHECK-SAME:    {ncnn.name = "a"}
// CHECK-NEXT:    %y = ncnn.relu %x
// CHECK-NEXT:    func.return %x, %y
// REMARK-LABEL: @output
// REMARK-NOT:   remark

// Before shapes are inferred it stays.
func.func @not_inferred(%x: tensor<8xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %a, %b = ncnn.split %x : (tensor<8xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %a, %b : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @not_inferred
// CHECK-NEXT:    %a, %b = ncnn.split %x
// REMARK-LABEL: @not_inferred
// REMARK:      // missed: eliminate-split: Split: the shape of its result has not been inferred

// No branch is read: ncnnoptimize reads before the start of an array here.
func.func @unread(%x: tensor<*xf32>) -> tensor<*xf32> {
  %a, %b = ncnn.split %x : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %x : tensor<*xf32>
}
// CHECK-LABEL: @unread
// CHECK-NEXT:    func.return %x
// REMARK:      // remark: eliminate-split: Split
