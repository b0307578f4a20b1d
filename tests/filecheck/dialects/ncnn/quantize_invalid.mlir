// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x6xf32>, %s: tensor<6xf32>, %x1: tensor<4x6x8xf32>, %s1: tensor<1xf32>, %b: tensor<3xf32>, %c: tensor<8xf32>, %x2: tensor<4x6x8xi32>, %x3: tensor<4x6x8xi8>, %x4: tensor<4x6xi32>, %c1: tensor<4xf32>) {
  // expected-error @+1 {{scale has shape [6], not [1] or [4]}}
  ncnn.quantize %x, %s : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  // expected-error @+1 {{bias has shape [3], not [1] or [4]}}
  ncnn.dequantize %x1, %s1 bias %b : (tensor<4x6x8xf32>, tensor<1xf32>, tensor<3xf32>) -> tensor<4x6x8xf32>
  // expected-error @+1 {{scale_out has shape [8], not [1] or [4]}}
  ncnn.requantize %x1, %s1, %c : (tensor<4x6x8xf32>, tensor<1xf32>, tensor<8xf32>) -> tensor<4x6x8xf32>
  // expected-error @+1 {{reads f32, not i32}}
  ncnn.quantize %x2, %s1 : (tensor<4x6x8xi32>, tensor<1xf32>) -> tensor<4x6x8xi8>
  // expected-error @+1 {{makes f32 or i8, not i32}}
  ncnn.quantize %x1, %s1 : (tensor<4x6x8xf32>, tensor<1xf32>) -> tensor<4x6x8xi32>
  // expected-error @+1 {{reads f32 or i32, not i8}}
  ncnn.dequantize %x3, %s1 : (tensor<4x6x8xi8>, tensor<1xf32>) -> tensor<4x6x8xf32>
  // expected-error @+1 {{makes f32, not i8}}
  ncnn.dequantize %x2, %s1 : (tensor<4x6x8xi32>, tensor<1xf32>) -> tensor<4x6x8xi8>
  // expected-error @+1 {{axis 2 is none of 2 dimensions}}
  ncnn.dequantize %x4, %c1 axis 2 : (tensor<4x6xi32>, tensor<4xf32>) -> tensor<4x6xf32>
  // expected-error @+1 {{scale has shape [4], not [1] or [6]}}
  ncnn.dequantize %x4, %c1 axis 1 : (tensor<4x6xi32>, tensor<4xf32>) -> tensor<4x6xf32>
  func.return
}
