// RUN: round-trip %s

func.func @main(%x: tensor<3x7x8xf32>) {
  %0 = ncnn.pad_same %x kernel [3, 3] stride [2, 2] value 0.000000e+00 : tensor<3x7x8xf32> -> tensor<3x9x9xf32>
  %1 = ncnn.pad_same %x kernel [5] stride [3] lower value 5.000000e-01 : tensor<3x7x8xf32> -> tensor<3x7x11xf32>
  func.return
}
