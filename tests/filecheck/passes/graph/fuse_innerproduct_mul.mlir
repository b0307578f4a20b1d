// RUN: ncnnc-opt %s -p fuse-innerproduct-mul | filecheck %s
// RUN: verify-diagnostics %s -p fuse-innerproduct-mul
// The guards that all such passes have: tests/passes/graph/linear/test_linear_fusions.py.

// A factor for each channel: a vector lies along the outermost axis. What else the inner product says
// stays.
func.func @vector(%x: tensor<3x2x2xf32>) -> tensor<4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %b = ncnn.weight <"b"> : tensor<4xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-innerproduct-mul: a1, b1}}
  %a = ncnn.innerproduct %x, %w bias %b : tensor<4xf32> {kept}
    : tensor<3x2x2xf32>, tensor<4x12xf32> -> tensor<4xf32> loc("a1"("m.param":3:0))
  %y = ncnn.binaryop mul %a, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("b1"("m.param":4:0))
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @vector
// CHECK:         %[[W:.*]] = ncnn.binaryop mul %w, %k : (tensor<4x12xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[B:.*]] = ncnn.binaryop mul %b, %k : (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.innerproduct %x, %[[W]] bias %[[B]] : tensor<4xf32> {kept} :
// CHECK-NEXT:    func.return %y

// Before shapes are known: after a Flatten the result is a vector.
func.func @flattened(%x: tensor<*xf32>) -> tensor<*xf32> {
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  %f = ncnn.flatten %x : tensor<*xf32> -> tensor<*xf32>
  // expected-remark @+1 {{fuse-innerproduct-mul: InnerProduct, BinaryOp}}
  %a = ncnn.innerproduct %f, %w : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @flattened
// CHECK:         %y = ncnn.innerproduct %f, %{{.*}} : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>

func.func @left_alone(%x: tensor<*xf32>, %x1: tensor<4x6xf32>, %x2: tensor<3x2x2xf32>)
    -> (tensor<*xf32>, tensor<4x4xf32>, tensor<4x1x1xf32>) {
  // Otherwise it may be a matrix, whose outputs lie along another axis than its channels.
  %w = ncnn.weight <"w"> : tensor<4x12xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{missed: fuse-innerproduct-mul: InnerProduct, BinaryOp: the shape of the result of InnerProduct is unknown}}
  %a = ncnn.innerproduct %x, %w : tensor<*xf32>, tensor<4x12xf32> -> tensor<*xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  // With as many rows as outputs the vector goes along the rows.
  %w1 = ncnn.weight <"w"> : tensor<4x6xf32>
  // expected-remark @+1 {{missed: fuse-innerproduct-mul: InnerProduct, BinaryOp: a constant of shape 4 is not one for each channel of InnerProduct}}
  %a1 = ncnn.innerproduct %x1, %w1 : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x4xf32>
  %y1 = ncnn.binaryop mul %a1, %k : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  // A constant of higher rank gives the result its rank.
  %k1 = ncnn.weight <"k"> : tensor<4x1x1xf32>
  // expected-remark @+1 {{missed: fuse-innerproduct-mul: InnerProduct, BinaryOp: a constant of shape 4x1x1 is not one for each channel of InnerProduct}}
  %a2 = ncnn.innerproduct %x2, %w : tensor<3x2x2xf32>, tensor<4x12xf32> -> tensor<4xf32>
  %y2 = ncnn.binaryop mul %a2, %k1 : (tensor<4xf32>, tensor<4x1x1xf32>) -> tensor<4x1x1xf32>
  func.return %y, %y1, %y2 : tensor<*xf32>, tensor<4x4xf32>, tensor<4x1x1xf32>
}

// Rows have their outputs on the inner axis, which a vector of another length than the rows goes along.
func.func @rows(%x: tensor<5x6xf32>) -> tensor<5x4xf32> {
  %w = ncnn.weight <"w"> : tensor<4x6xf32>
  %k = ncnn.weight <"k"> : tensor<4xf32>
  // expected-remark @+1 {{fuse-innerproduct-mul: InnerProduct, BinaryOp}}
  %a = ncnn.innerproduct %x, %w : tensor<5x6xf32>, tensor<4x6xf32> -> tensor<5x4xf32>
  %y = ncnn.binaryop mul %a, %k : (tensor<5x4xf32>, tensor<4xf32>) -> tensor<5x4xf32>
  func.return %y : tensor<5x4xf32>
}
// CHECK-LABEL: @rows
// CHECK:         ncnn.binaryop mul %w, %k : (tensor<4x6xf32>, tensor<4xf32>)
// CHECK-NEXT:    %y = ncnn.innerproduct %x
