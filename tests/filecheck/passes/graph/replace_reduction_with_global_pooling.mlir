// RUN: ncnnc-opt %s -p replace-reduction-with-global-pooling --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p replace-reduction-with-global-pooling --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// A mean over height and width, however the axes are counted.
func.func @once(%x: tensor<8x7x5xf32>) -> tensor<8xf32> {
  %y = ncnn.reduction mean %x axes [-1, 1] : tensor<8x7x5xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @once
// CHECK-NEXT:    %y = ncnn.pooling avg %x global : tensor<8x7x5xf32> -> tensor<8xf32>
// REMARK-LABEL: @once
// REMARK:        // remark: replace-reduction-with-global-pooling: Reduction

// -----

// First over the width, then over the height.
func.func @twice(%x: tensor<8x7x5xf32>) -> tensor<8xf32> {
  %a = ncnn.reduction mean %x axes [2] : tensor<8x7x5xf32> -> tensor<8x7xf32>
  %y = ncnn.reduction mean %a axes [1] : tensor<8x7xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @twice
// CHECK-NEXT:    %y = ncnn.pooling avg %x global : tensor<8x7x5xf32> -> tensor<8xf32>
// CHECK-NEXT:    func.return %y
// REMARK-LABEL: @twice
// REMARK:        // remark: replace-reduction-with-global-pooling: Reduction, Reduction
// REMARK-NOT:    // missed

// -----

// Maxima too.
func.func @maximum(%x: tensor<8x7x5xf32>) -> tensor<8xf32> {
  %a = ncnn.reduction max %x axes [1] : tensor<8x7x5xf32> -> tensor<8x5xf32>
  %y = ncnn.reduction max %a axes [1] : tensor<8x5xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @maximum
// CHECK-NEXT:    ncnn.pooling max %x global

// -----

// A result that keeps its dimensions is no vector.
func.func @keepdims(%x: tensor<8x7x5xf32>) -> tensor<8x1x1xf32> {
  %y = ncnn.reduction mean %x axes [1, 2] keepdims : tensor<8x7x5xf32> -> tensor<8x1x1xf32>
  func.return %y : tensor<8x1x1xf32>
}
// CHECK-LABEL: @keepdims
// CHECK-NEXT:    ncnn.reduction mean
// REMARK-LABEL: @keepdims
// REMARK:        // missed: replace-reduction-with-global-pooling: Reduction: it keeps reduced axes, which a global pooling does not

// -----

// Twice the same axis (which stays with extent 1) leaves the height.
func.func @same_axis(%x: tensor<8x7x5xf32>) -> tensor<8x7xf32> {
  %a = ncnn.reduction mean %x axes [2] keepdims : tensor<8x7x5xf32> -> tensor<8x7x1xf32>
  %y = ncnn.reduction mean %a axes [2] : tensor<8x7x1xf32> -> tensor<8x7xf32>
  func.return %y : tensor<8x7xf32>
}
// CHECK-LABEL: @same_axis
// CHECK-NOT:     ncnn.pooling
// REMARK-LABEL: @same_axis
// REMARK:        // missed: replace-reduction-with-global-pooling: Reduction, Reduction: it does not reduce height and width of c,h,w

// -----

// Channels and width are no plane.
func.func @channels(%x: tensor<8x7x5xf32>) -> tensor<7xf32> {
  %y = ncnn.reduction mean %x axes [0, 2] : tensor<8x7x5xf32> -> tensor<7xf32>
  func.return %y : tensor<7xf32>
}
// CHECK-LABEL: @channels
// CHECK-NEXT:    ncnn.reduction mean
// REMARK-LABEL: @channels
// REMARK:        // missed: replace-reduction-with-global-pooling: Reduction: it does not reduce height and width of c,h,w

// -----

// A coefficient, another operation, and a mean of maxima.
func.func @other(%x: tensor<8x7x5xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %a = ncnn.reduction mean %x axes [1, 2] coeff 2.0 : tensor<8x7x5xf32> -> tensor<8xf32>
  %b = ncnn.reduction sum %x axes [1, 2] : tensor<8x7x5xf32> -> tensor<8xf32>
  %c = ncnn.reduction max %x axes [2] : tensor<8x7x5xf32> -> tensor<8x7xf32>
  %d = ncnn.reduction mean %c axes [1] : tensor<8x7xf32> -> tensor<8xf32>
  func.return %a, %b, %d : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: @other
// CHECK-NOT:     ncnn.pooling
// REMARK-LABEL: @other
// REMARK:        // missed: replace-reduction-with-global-pooling: Reduction: a coefficient multiplies the result

// -----

// The value between has another user.
func.func @user(%x: tensor<8x7x5xf32>) -> (tensor<8x7xf32>, tensor<8xf32>) {
  %a = ncnn.reduction mean %x axes [2] : tensor<8x7x5xf32> -> tensor<8x7xf32>
  %y = ncnn.reduction mean %a axes [1] : tensor<8x7xf32> -> tensor<8xf32>
  func.return %a, %y : tensor<8x7xf32>, tensor<8xf32>
}
// CHECK-LABEL: @user
// CHECK-NOT:     ncnn.pooling
// REMARK-LABEL: @user
// REMARK:        // missed: replace-reduction-with-global-pooling: Reduction, Reduction: the result of Reduction has other users

// -----

// Before shapes are known a number of dimensions is enough; without it axes mean nothing.
func.func @unknown_shape(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %y = ncnn.reduction mean %x axes [1, 2] : tensor<*xf32> -> tensor<*xf32>
  %a = ncnn.pooling max %x kernel [2, 2] : tensor<*xf32> -> tensor<*xf32>
  %z = ncnn.reduction mean %a axes [-1, -2] : tensor<*xf32> -> tensor<*xf32>
  %u = ncnn.reduction mean %a axes [3] : tensor<*xf32> -> tensor<*xf32>
  func.return %y, %z, %u : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @unknown_shape
// CHECK:         %y = ncnn.reduction mean
// CHECK:         %z = ncnn.pooling avg %a global : tensor<*xf32> -> tensor<*xf32>
// CHECK:         %u = ncnn.reduction mean
// REMARK-LABEL: @unknown_shape
// REMARK:        // missed: replace-reduction-with-global-pooling: Reduction: the number of dimensions of the input is unknown
// REMARK:        // missed: replace-reduction-with-global-pooling: Reduction: axis 3 is outside of 3 dimensions

// -----

// A mean of a global mean: the first becomes a pooling all the same.
func.func @further(%x: tensor<8x7x5xf32>) -> tensor<1xf32> {
  %a = ncnn.reduction mean %x axes [1, 2] : tensor<8x7x5xf32> -> tensor<8xf32>
  %y = ncnn.reduction mean %a : tensor<8xf32> -> tensor<1xf32>
  func.return %y : tensor<1xf32>
}
// CHECK-LABEL: @further
// CHECK-NEXT:    %a = ncnn.pooling avg %x global
// CHECK-NEXT:    ncnn.reduction mean %a

// -----

// A mean of the mean of everything.
func.func @everything(%x: tensor<8x7x5xf32>) -> tensor<1xf32> {
  %a = ncnn.reduction mean %x : tensor<8x7x5xf32> -> tensor<1xf32>
  %y = ncnn.reduction mean %a axes [0] : tensor<1xf32> -> tensor<1xf32>
  func.return %y : tensor<1xf32>
}
// CHECK-LABEL: @everything
// CHECK-NOT:     ncnn.pooling

// -----

// The axis that the first keeps stays.
func.func @kept_axis(%x: tensor<8x7x1xf32>) -> tensor<8x1xf32> {
  %a = ncnn.reduction mean %x axes [1] keepdims : tensor<8x7x1xf32> -> tensor<8x1x1xf32>
  %y = ncnn.reduction mean %a axes [-1] : tensor<8x1x1xf32> -> tensor<8x1xf32>
  func.return %y : tensor<8x1xf32>
}
// CHECK-LABEL: @kept_axis
// CHECK-COUNT-2: ncnn.reduction
// REMARK-LABEL: @kept_axis
// REMARK:        // missed: replace-reduction-with-global-pooling: Reduction, Reduction: Reduction keeps an axis that is not reduced further
