// RUN: round-trip %s

func.func @main(%x: tensor<3x4x4xf32>) -> (tensor<3x4x4xf32>, tensor<*xf32>) {
  %a, %b = ncnn.split %x : (tensor<3x4x4xf32>) -> (tensor<3x4x4xf32>, tensor<*xf32>)
  func.return %a, %b : tensor<3x4x4xf32>, tensor<*xf32>
}
