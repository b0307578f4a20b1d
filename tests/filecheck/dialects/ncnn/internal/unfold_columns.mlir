// RUN: round-trip %s

func.func @main(%x: tensor<3x7x8xf32>) {
  %0 = ncnn.unfold_columns %x kernel 3 stride 2 before 1 columns 4 : tensor<3x7x8xf32> -> tensor<10x7x4xf32>
  func.return
}
