// RUN: verify-diagnostics %s

func.func @main(%x: tensor<2x5x16xf32>) {
  // expected-error @+1 {{makes i8, and factors of f32, of f32}}
  ncnn.quantize_rows %x : tensor<2x5x16xf32> -> tensor<2x5x16xi16>, tensor<2x5xf32>
  func.return
}
