// RUN: verify-diagnostics %s

func.func @main(%x: tensor<3x7x8xf32>, %y: tensor<7x8xf32>) {
  // expected-error @+1 {{the shape rule gives [10, 7, 4]}}
  ncnn.unfold_columns %x kernel 3 stride 2 before 1 columns 4 : tensor<3x7x8xf32> -> tensor<9x7x4xf32>
  // expected-error @+1 {{an image with columns under a kernel of 3, not [7, 8]}}
  ncnn.unfold_columns %y kernel 3 stride 2 before 1 columns 4 : tensor<7x8xf32> -> tensor<10x7x4xf32>
  // expected-error @+1 {{an image with columns under a kernel of 0, not [3, 7, 8]}}
  ncnn.unfold_columns %x kernel 0 stride 2 before 1 columns 4 : tensor<3x7x8xf32> -> tensor<10x7x4xf32>
  func.return
}
