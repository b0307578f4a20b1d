// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7xf32>, %x1: tensor<5x7xf32>) {
  // expected-error @+1 {{result has shape [28], the shape rule gives [4, 7]}}
  ncnn.cast %x from float32 to float16 : (tensor<4x7xf32>) -> tensor<28xf32>
  // expected-error @+1 {{filling 5 up to a multiple of 4 is not supported}}
  ncnn.packing %x1 elempack 4 padding : (tensor<5x7xf32>) -> tensor<5x7xf32>
  // expected-error @+1 {{elempack 0 must be positive}}
  ncnn.packing %x1 elempack 0 : (tensor<5x7xf32>) -> tensor<5x7xf32>
  func.return
}
