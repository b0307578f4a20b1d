// RUN: ncnnc-opt %s -p eliminate-slice-concat | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-slice-concat

func.func @slice_concat(%x: tensor<5x3x4xf32>) -> tensor<5x3x4xf32> {
  // expected-remark @+1 {{eliminate-slice-concat: Slice, Concat}}
  %a, %b = ncnn.slice %x axis 0 sizes [2, -233]
    : (tensor<5x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3x3x4xf32>)
  %y = ncnn.concat %a, %b axis -3
    : (tensor<2x3x4xf32>, tensor<3x3x4xf32>) -> tensor<5x3x4xf32>
  func.return %y : tensor<5x3x4xf32>
}
// CHECK-LABEL: @slice_concat
// CHECK-NEXT:    func.return %x

// One part is also read by somebody else, of another concatenation the whole.
func.func @concat_slice(%x: tensor<2x4xf32>, %z: tensor<2x3xf32>)
    -> (tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x7xf32>) {
  // expected-remark @+1 {{eliminate-slice-concat: Concat, Slice}}
  %a = ncnn.concat %x, %z axis 1 : (tensor<2x4xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  %b, %c = ncnn.slice %a axis 1 split_points [4]
    : (tensor<2x7xf32>) -> (tensor<2x4xf32>, tensor<2x3xf32>)
  func.return %b, %c, %a : tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x7xf32>
}
// CHECK-LABEL: @concat_slice
// CHECK-NEXT:    %a = ncnn.concat %x, %z
// CHECK-NEXT:    func.return %x, %z, %a

// Without shapes the last part must go to the end; a concatenation of one is nothing.
func.func @unknown(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %a, %b = ncnn.slice %x sizes [2, -233] : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %y = ncnn.concat %a, %b : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  // expected-remark @+1 {{missed: eliminate-slice-concat: Slice, Concat: the shape of the input is unknown}}
  %c, %d = ncnn.slice %x sizes [2, 3] : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  // expected-remark @+1 {{missed: eliminate-slice-concat: Concat, Slice: the shape of the parts is unknown}}
  %z = ncnn.concat %c, %d : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %e, %f = ncnn.slice %z sizes [1, -233] : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %v = ncnn.concat %f : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y, %e, %v : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    %c, %d = ncnn.slice
// CHECK-NEXT:    %z = ncnn.concat %c, %d
// CHECK-NEXT:    %e, %f = ncnn.slice %z
// CHECK-NEXT:    func.return %x, %e, %f

// Another order, another axis, not all parts, parts of other sizes.
func.func @guards(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<2x8xf32>, tensor<3x4xf32>,
    tensor<3x4xf32>, tensor<5x4xf32>) {
  %a, %b = ncnn.slice %x sizes [2, 2] : (tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %c = ncnn.concat %b, %a : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{missed: eliminate-slice-concat: Slice, Concat: they are along different axes}}
  %d, %e = ncnn.slice %x sizes [2, 2] : (tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %f = ncnn.concat %d, %e axis 1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  // expected-remark @+1 {{missed: eliminate-slice-concat: Slice, Concat: the parts are not all of the input}}
  %g, %h = ncnn.slice %x sizes [2, 1] : (tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<1x4xf32>)
  %i = ncnn.concat %g, %h : (tensor<2x4xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  // expected-remark @+1 {{missed: eliminate-slice-concat: Concat, Slice: the parts differ}}
  %j = ncnn.concat %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %k, %l = ncnn.slice %j sizes [3, 5] : (tensor<8x4xf32>) -> (tensor<3x4xf32>, tensor<5x4xf32>)
  func.return %c, %f, %i, %k, %l : tensor<4x4xf32>, tensor<2x8xf32>, tensor<3x4xf32>,
    tensor<3x4xf32>, tensor<5x4xf32>
}
// CHECK-COUNT-4: ncnn.concat

// All parts have another user, or one has: another would be left as an output of the file.
func.func @other_users(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<1xf32>) {
  %a, %b = ncnn.slice %x sizes [2, 2] : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %y = ncnn.concat %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{missed: eliminate-slice-concat: Slice, Concat: Slice would have outputs that nothing reads, as networks have}}
  %c, %d = ncnn.slice %x sizes [1, 3] : (tensor<4xf32>) -> (tensor<1xf32>, tensor<3xf32>)
  %z = ncnn.concat %c, %d : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  func.return %y, %a, %b, %z, %c
    : tensor<4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<1xf32>
}
// CHECK-LABEL: @other_users
// CHECK:         %z = ncnn.concat %c, %d
// CHECK-NEXT:    func.return %x, %a, %b, %z, %c
