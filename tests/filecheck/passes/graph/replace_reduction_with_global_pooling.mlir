// RUN: ncnnc-opt %s -p replace-reduction-with-global-pooling | filecheck %s
// RUN: verify-diagnostics %s -p replace-reduction-with-global-pooling

// A mean over height and width, however the axes are counted.
func.func @once(%x: tensor<8x7x5xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{replace-reduction-with-global-pooling: Reduction}}
  %y = ncnn.reduction mean %x axes [-1, 1] : tensor<8x7x5xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @once
// CHECK-NEXT:    %y = ncnn.pooling avg %x global : tensor<8x7x5xf32> -> tensor<8xf32>

// First over the width, then over the height.
func.func @twice(%x: tensor<8x7x5xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{replace-reduction-with-global-pooling: Reduction, Reduction}}
  %a = ncnn.reduction mean %x axes [2] : tensor<8x7x5xf32> -> tensor<8x7xf32>
  %y = ncnn.reduction mean %a axes [1] : tensor<8x7xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @twice
// CHECK-NEXT:    %y = ncnn.pooling avg %x global : tensor<8x7x5xf32> -> tensor<8xf32>
// CHECK-NEXT:    func.return %y

// Maxima too.
func.func @maximum(%x: tensor<8x7x5xf32>) -> tensor<8xf32> {
  %a = ncnn.reduction max %x axes [1] : tensor<8x7x5xf32> -> tensor<8x5xf32>
  %y = ncnn.reduction max %a axes [1] : tensor<8x5xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @maximum
// CHECK-NEXT:    ncnn.pooling max %x global

func.func @left_alone(%x: tensor<8x7x5xf32>)
    -> (tensor<8x1x1xf32>, tensor<8x7xf32>, tensor<7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x7xf32>, tensor<8xf32>, tensor<1xf32>) {
  // A result that keeps its dimensions is no vector.
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction: it keeps reduced axes, which a global pooling does not}}
  %y = ncnn.reduction mean %x axes [1, 2] keepdims : tensor<8x7x5xf32> -> tensor<8x1x1xf32>
  // Twice the same axis (which stays with extent 1) leaves the height.
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction, Reduction: it does not reduce height and width of c,h,w}}
  %a = ncnn.reduction mean %x axes [2] keepdims : tensor<8x7x5xf32> -> tensor<8x7x1xf32>
  %y1 = ncnn.reduction mean %a axes [2] : tensor<8x7x1xf32> -> tensor<8x7xf32>
  // Channels and width are no plane.
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction: it does not reduce height and width of c,h,w}}
  %y2 = ncnn.reduction mean %x axes [0, 2] : tensor<8x7x5xf32> -> tensor<7xf32>
  // A coefficient, another operation, and a mean of maxima.
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction: a coefficient multiplies the result}}
  %a1 = ncnn.reduction mean %x axes [1, 2] coeff 2.0 : tensor<8x7x5xf32> -> tensor<8xf32>
  %b = ncnn.reduction sum %x axes [1, 2] : tensor<8x7x5xf32> -> tensor<8xf32>
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction: it does not reduce height and width of c,h,w}}
  %c = ncnn.reduction max %x axes [2] : tensor<8x7x5xf32> -> tensor<8x7xf32>
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction: it does not reduce height and width of c,h,w}}
  %d = ncnn.reduction mean %c axes [1] : tensor<8x7xf32> -> tensor<8xf32>
  // The value between has another user.
  // expected-remark @+2 {{missed: replace-reduction-with-global-pooling: Reduction, Reduction: the result of Reduction has other users}}
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction: it does not reduce height and width of c,h,w}}
  %a2 = ncnn.reduction mean %x axes [2] : tensor<8x7x5xf32> -> tensor<8x7xf32>
  %y3 = ncnn.reduction mean %a2 axes [1] : tensor<8x7xf32> -> tensor<8xf32>
  // A mean of the mean of everything.
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction, Reduction: it does not reduce height and width of c,h,w}}
  %a3 = ncnn.reduction mean %x : tensor<8x7x5xf32> -> tensor<1xf32>
  %y4 = ncnn.reduction mean %a3 axes [0] : tensor<1xf32> -> tensor<1xf32>
  func.return %y, %y1, %y2, %a1, %b, %d, %a2, %y3, %y4 : tensor<8x1x1xf32>, tensor<8x7xf32>, tensor<7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x7xf32>, tensor<8xf32>, tensor<1xf32>
}

// Before shapes are known a number of dimensions is enough; without it axes mean nothing.
func.func @unknown_shape(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction: the number of dimensions of the input is unknown}}
  %y = ncnn.reduction mean %x axes [1, 2] : tensor<*xf32> -> tensor<*xf32>
  %a = ncnn.pooling max %x kernel [2, 2] : tensor<*xf32> -> tensor<*xf32>
  %z = ncnn.reduction mean %a axes [-1, -2] : tensor<*xf32> -> tensor<*xf32>
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction: axis 3 is outside of 3 dimensions}}
  %u = ncnn.reduction mean %a axes [3] : tensor<*xf32> -> tensor<*xf32>
  func.return %y, %z, %u : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %y = ncnn.reduction mean
// CHECK:         %z = ncnn.pooling avg %a global : tensor<*xf32> -> tensor<*xf32>
// CHECK:         %u = ncnn.reduction mean

// A mean of a global mean: the first becomes a pooling all the same.
func.func @further(%x: tensor<8x7x5xf32>) -> tensor<1xf32> {
  %a = ncnn.reduction mean %x axes [1, 2] : tensor<8x7x5xf32> -> tensor<8xf32>
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction: it does not reduce height and width of c,h,w}}
  %y = ncnn.reduction mean %a : tensor<8xf32> -> tensor<1xf32>
  func.return %y : tensor<1xf32>
}
// CHECK-LABEL: @further
// CHECK-NEXT:    %a = ncnn.pooling avg %x global
// CHECK-NEXT:    ncnn.reduction mean %a

// The axis that the first keeps stays.
func.func @kept_axis(%x: tensor<8x7x1xf32>) -> tensor<8x1xf32> {
  // expected-remark @+1 {{missed: replace-reduction-with-global-pooling: Reduction, Reduction: Reduction keeps an axis that is not reduced further}}
  %a = ncnn.reduction mean %x axes [1] keepdims : tensor<8x7x1xf32> -> tensor<8x1x1xf32>
  %y = ncnn.reduction mean %a axes [-1] : tensor<8x1x1xf32> -> tensor<8x1xf32>
  func.return %y : tensor<8x1xf32>
}
// CHECK-COUNT-2: ncnn.reduction
