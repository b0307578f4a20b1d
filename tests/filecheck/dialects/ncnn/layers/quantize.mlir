// RUN: round-trip %s

// Scales and biases have one element, or lie along the outermost axis; a vector has their first.
func.func @main(%x: tensor<4x6x8xf32>, %m: tensor<4x6xf32>, %v: tensor<9xf32>, %c: tensor<4xf32>, %s: tensor<1xf32>) {
  %0 = ncnn.quantize %x, %c : (tensor<4x6x8xf32>, tensor<4xf32>) -> tensor<4x6x8xf32>
  %1 = ncnn.quantize %m, %s : (tensor<4x6xf32>, tensor<1xf32>) -> tensor<4x6xf32>
  %2 = ncnn.quantize %v, %c : (tensor<9xf32>, tensor<4xf32>) -> tensor<9xf32>
  %3 = ncnn.dequantize %x, %s bias %c : (tensor<4x6x8xf32>, tensor<1xf32>, tensor<4xf32>) -> tensor<4x6x8xf32>
  %4 = ncnn.dequantize %m, %c : (tensor<4x6xf32>, tensor<4xf32>) -> tensor<4x6xf32>
  %5 = ncnn.requantize %x, %c, %s : (tensor<4x6x8xf32>, tensor<4xf32>, tensor<1xf32>) -> tensor<4x6x8xf32>
  %6 = ncnn.requantize %x, %c, %s bias %c activation leaky_relu params [1.000000e-01] : (tensor<4x6x8xf32>, tensor<4xf32>, tensor<1xf32>, tensor<4xf32>) -> tensor<4x6x8xf32>
  %7 = ncnn.quantize %x, %s : (tensor<4x6x8xf32>, tensor<1xf32>) -> tensor<4x6x8xi8>
  func.return
}

// Sums of int8, whose scales lie along an axis that is named.
func.func @integers(%x: tensor<4x6x8xi32>, %m: tensor<6x4xi32>, %c: tensor<4xf32>, %s: tensor<1xf32>) {
  %0 = ncnn.dequantize %x, %c bias %c activation relu : (tensor<4x6x8xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x8xf32>
  %1 = ncnn.dequantize %m, %c axis 1 : (tensor<6x4xi32>, tensor<4xf32>) -> tensor<6x4xf32>
  %2 = ncnn.requantize %m, %c, %s axis 1 bounded : (tensor<6x4xi32>, tensor<4xf32>, tensor<1xf32>) -> tensor<6x4xi8>
  func.return
}
