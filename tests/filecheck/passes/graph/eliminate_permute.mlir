// RUN: ncnnc-opt %s -p eliminate-permute | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-permute

// There and back; also if the first result is read by others.
func.func @inverse(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3x4x2xf32>) {
  // expected-remark @+1 {{eliminate-permute: Permute, Permute}}
  %a = ncnn.permute %x order 3 : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
  %y = ncnn.permute %a order 4 : tensor<3x4x2xf32> -> tensor<2x3x4xf32>
  func.return %y, %a : tensor<2x3x4xf32>, tensor<3x4x2xf32>
}
// CHECK-LABEL: @inverse
// CHECK-NEXT:    %a = ncnn.permute %x order 3
// CHECK-NEXT:    func.return %x, %a

// Two become one; of three, too.
func.func @composition(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %a = ncnn.permute %x order 1 : tensor<2x3x4xf32> -> tensor<2x4x3xf32>
  %b = ncnn.permute %a order 3 : tensor<2x4x3xf32> -> tensor<4x3x2xf32>
  %y = ncnn.permute %b order 1 : tensor<4x3x2xf32> -> tensor<4x2x3xf32>
  func.return %y : tensor<4x2x3xf32>
}
// CHECK-LABEL: @composition
// CHECK-NEXT:    %y = ncnn.permute %x order 4
// CHECK-NEXT:    func.return %y

// Nothing moves: order 0, an axis of one cell (if the shape stays), a vector.
func.func @identity(%x: tensor<*xf32>, %v: tensor<5xf32>, %z: tensor<4x1x4xf32>)
    -> (tensor<*xf32>, tensor<5xf32>, tensor<4x1x4xf32>) {
  %a = ncnn.permute %x : tensor<*xf32> -> tensor<*xf32>
  %b = ncnn.permute %v order 3 : tensor<5xf32> -> tensor<5xf32>
  %c = ncnn.permute %z order 1 : tensor<4x1x4xf32> -> tensor<4x4x1xf32>
  %d = ncnn.permute %c order 1 : tensor<4x4x1xf32> -> tensor<4x1x4xf32>
  func.return %a, %b, %d : tensor<*xf32>, tensor<5xf32>, tensor<4x1x4xf32>
}
// CHECK-LABEL: @identity
// CHECK-NEXT:    func.return %x, %v, %z

// The same shape, but other cells; the first has another user; a shape is unknown.
func.func @guards(%x: tensor<4x3x4xf32>, %u: tensor<*xf32>)
    -> (tensor<4x3x4xf32>, tensor<4x4x3xf32>, tensor<*xf32>) {
  // expected-remark @+1 {{missed: eliminate-permute: Permute, Permute: the result of Permute has other users}}
  %a = ncnn.permute %x order 5 : tensor<4x3x4xf32> -> tensor<4x3x4xf32>
  %b = ncnn.permute %a order 1 : tensor<4x3x4xf32> -> tensor<4x4x3xf32>
  // expected-remark @+1 {{missed: eliminate-permute: Permute: the shape of its input is unknown}}
  %c = ncnn.permute %u order 3 : tensor<*xf32> -> tensor<*xf32>
  func.return %a, %b, %c : tensor<4x3x4xf32>, tensor<4x4x3xf32>, tensor<*xf32>
}
// CHECK-COUNT-3: ncnn.permute
