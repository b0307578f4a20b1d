// RUN: verify-diagnostics %s

func.func @main(%x: tensor<3x7x8xf32>) {
  // expected-error @+1 {{2 axes of windows, 1 strides, 3 axes}}
  ncnn.pad_same %x kernel [3, 3] stride [2] value 0.0 : tensor<3x7x8xf32> -> tensor<3x9x9xf32>
  // expected-error @+1 {{[3, 9, 9]}}
  ncnn.pad_same %x kernel [3, 3] stride [2, 2] value 0.0 : tensor<3x7x8xf32> -> tensor<3x9x8xf32>
  func.return
}
