// RUN: verify-diagnostics %s

func.func @main(%p: tensor<5x40xui8>, %c: tensor<256xf32>, %q: tensor<5x40xi8>, %s: tensor<16xf32>) {
  // expected-error @+1 {{places are of ui8, numbers of f32}}
  %0 = ncnn.lookup %q, %c : tensor<5x40xi8>, tensor<256xf32> -> tensor<5x40xf32>
  // expected-error @+1 {{a codebook has 256 numbers}}
  %1 = ncnn.lookup %p, %s : tensor<5x40xui8>, tensor<16xf32> -> tensor<5x40xf32>
  // expected-error @+1 {{each place has a number}}
  %2 = ncnn.lookup %p, %c : tensor<5x40xui8>, tensor<256xf32> -> tensor<40x5xf32>
  func.return
}
