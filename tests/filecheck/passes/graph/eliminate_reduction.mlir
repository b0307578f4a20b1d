// RUN: ncnnc-opt %s -p eliminate-reduction | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-reduction

// Over no axis, and over axes of one element that stay.
func.func @single(%x: tensor<3x4x5xf32>, %u: tensor<3x1x1xf32>) -> (tensor<3x4x5xf32>, tensor<3x1x1xf32>) {
  %a = ncnn.reduction mean %x axes [] : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  %b = ncnn.reduction sum %a axes [] keepdims : tensor<3x4x5xf32> -> tensor<3x4x5xf32>
  %c = ncnn.reduction prod %u axes [1, 2] keepdims : tensor<3x1x1xf32> -> tensor<3x1x1xf32>
  func.return %b, %c : tensor<3x4x5xf32>, tensor<3x1x1xf32>
}
// CHECK-LABEL: @single
// CHECK-NEXT:    func.return %x, %u
// REMARK-COUNT-3: // remark: eliminate-reduction: Reduction

// The shape need not be known, if the rank is.
func.func @unknown(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %a = ncnn.pooling max %x kernel [2, 2] : tensor<*xf32> -> tensor<*xf32>
  %b = ncnn.reduction sum %a axes [] : tensor<*xf32> -> tensor<*xf32>
  // It may be a vector, which is reduced.
  %c = ncnn.reduction sum %x axes [] : tensor<*xf32> -> tensor<*xf32>
  func.return %b, %c : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         [[C:%.*]] = ncnn.reduction sum %x
// CHECK-NEXT:    func.return %a, [[C]]

// Vectors, several elements, axes that vanish, other kinds, coefficients.
func.func @others(%v: tensor<5xf32>, %x: tensor<3x4xf32>, %u: tensor<3x1xf32>) {
  %0 = ncnn.reduction sum %v axes [] : tensor<5xf32> -> tensor<1xf32>
  %1 = ncnn.reduction sum %x keepdims : tensor<3x4xf32> -> tensor<1x1xf32>
  %2 = ncnn.reduction mean %u axes [1] : tensor<3x1xf32> -> tensor<3xf32>
  %3 = ncnn.reduction max %x axes [] : tensor<3x4xf32> -> tensor<3x4xf32>
  %4 = ncnn.reduction l2 %x axes [] : tensor<3x4xf32> -> tensor<3x4xf32>
  // expected-remark @+1 {{missed: eliminate-reduction: Reduction: a coefficient multiplies the result}}
  %5 = ncnn.reduction sum %x axes [] coeff 2.0 : tensor<3x4xf32> -> tensor<3x4xf32>
  func.return
}
