// RUN: verify-diagnostics %s

func.func @main(%q: tensor<5x20xi8>, %s: tensor<5x2xf32>, %t: tensor<5x3xf32>, %r: tensor<5x21xi8>) {
  // expected-error @+1 {{bits are 4, 6 or 8, blocks of 32, 64 or 128}}
  %0 = ncnn.dequantize_blocks %q, %s bits 5 size 32 : tensor<5x20xi8>, tensor<5x2xf32> -> tensor<5x40xf32>
  // expected-error @+1 {{bits are 4, 6 or 8, blocks of 32, 64 or 128}}
  %1 = ncnn.dequantize_blocks %q, %s bits 4 size 16 : tensor<5x20xi8>, tensor<5x2xf32> -> tensor<5x40xf32>
  // expected-error @+1 {{or of 8 bits whole}}
  %4 = ncnn.dequantize_blocks %q, %s bits 8 size 16 : tensor<5x20xi8>, tensor<5x2xf32> -> tensor<5x20xf32>
  // expected-error @+1 {{the integers must have the shape [5, 20]}}
  %2 = ncnn.dequantize_blocks %r, %s bits 4 size 32 : tensor<5x21xi8>, tensor<5x2xf32> -> tensor<5x40xf32>
  // expected-error @+1 {{the scales must have the shape [5, 2]}}
  %3 = ncnn.dequantize_blocks %q, %t bits 4 size 32 : tensor<5x20xi8>, tensor<5x3xf32> -> tensor<5x40xf32>
  func.return
}
