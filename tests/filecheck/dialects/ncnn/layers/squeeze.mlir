// RUN: round-trip %s

// Axes of another extent than 1 stay.
func.func @squeeze(%x: tensor<1x3x1xf32>) {
  %0 = ncnn.squeeze %x axes [0, 1] : (tensor<1x3x1xf32>) -> tensor<3x1xf32>
  %1 = ncnn.squeeze %x w h d : (tensor<1x3x1xf32>) -> tensor<1x3xf32>
  %2 = ncnn.squeeze %x c : (tensor<1x3x1xf32>) -> tensor<3x1xf32>
  func.return
}

func.func @expanddims(%x: tensor<4x7xf32>) {
  %0 = ncnn.expanddims %x axes [0, -1] : (tensor<4x7xf32>) -> tensor<1x4x7x1xf32>
  func.return
}
