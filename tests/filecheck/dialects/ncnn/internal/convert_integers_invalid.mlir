// RUN: verify-diagnostics %s

func.func @main(%x: tensor<5xf32>, %x1: tensor<5xi32>) {
  // expected-error @+1 {{converts a tensor of i32 or i8, not tensor<5xf32>}}
  ncnn.convert_integers %x : tensor<5xf32> -> tensor<5xf32>
  // expected-error @+1 {{converts to f32, not i32}}
  ncnn.convert_integers %x1 : tensor<5xi32> -> tensor<5xi32>
  func.return
}
