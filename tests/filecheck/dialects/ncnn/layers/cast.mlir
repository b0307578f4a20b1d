// RUN: round-trip %s

func.func @cast(%x: tensor<4x7xf32>) {
  %0 = ncnn.cast %x from float32 to float16 : (tensor<4x7xf32>) -> tensor<4x7xf32>
  %1 = ncnn.cast %x from int8 to float32 : (tensor<4x7xf32>) -> tensor<4x7xf32>
  %2 = ncnn.packing %x elempack 4 : (tensor<4x7xf32>) -> tensor<4x7xf32>
  %3 = ncnn.packing %x elempack 2 padding cast_from 1 cast_to 2 : (tensor<4x7xf32>) -> tensor<4x7xf32>
  func.return
}
