// RUN: round-trip %s

// Along any axis.
func.func @softmax(%x: tensor<4x7x9xf32>) {
  %0 = ncnn.softmax %x : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  %1 = ncnn.softmax %x axis 2 : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  %2 = ncnn.softmax %x axis -2 : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  func.return
}
