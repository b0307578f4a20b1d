// RUN: round-trip %s

func.func @main(%x: tensor<2x5x16xf32>) {
  %0, %1 = ncnn.quantize_rows %x : tensor<2x5x16xf32> -> tensor<2x5x16xi8>, tensor<2x5xf32>
  func.return
}
