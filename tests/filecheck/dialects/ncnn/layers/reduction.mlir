// RUN: round-trip %s

// Over all axes or some, which stay or vanish; one axis is always left.
func.func @reduction(%x: tensor<4x7x9xf32>, %v: tensor<9xf32>) {
  %0 = ncnn.reduction sum %x : tensor<4x7x9xf32> -> tensor<1xf32>
  %1 = ncnn.reduction mean %x axes [1, -1] coeff 5.000000e-01 : tensor<4x7x9xf32> -> tensor<4xf32>
  %2 = ncnn.reduction logsumexp %x axes [0] keepdims : tensor<4x7x9xf32> -> tensor<1x7x9xf32>
  %3 = ncnn.reduction l2 %x keepdims : tensor<4x7x9xf32> -> tensor<1x1x1xf32>
  %4 = ncnn.reduction max %v axes [0] : tensor<9xf32> -> tensor<1xf32>
  %5 = ncnn.reduction sum %x axes [] coeff 5.000000e-01 : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  func.return
}
