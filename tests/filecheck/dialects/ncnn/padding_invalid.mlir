// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>, %v: tensor<4xf32>) {
  // expected-error @+1 {{pads -1 and 0 must not be negative}}
  ncnn.padding constant %x before [0, -1, 0] : tensor<4x7x9xf32> -> tensor<4x6x9xf32>
  // expected-error @+1 {{pads 7 and 0 reflect beyond an axis of 7}}
  ncnn.padding reflect %x before [0, 7, 0] : tensor<4x7x9xf32> -> tensor<4x14x9xf32>
  // expected-error @+1 {{before must have 3 entries, not 2}}
  ncnn.padding constant %x before [1, 1] : tensor<4x7x9xf32> -> tensor<4x8x10xf32>
  // expected-error @+1 {{values has shape [4], the result 5 channels}}
  ncnn.padding constant %x values %v : tensor<4xf32> before [1, 0, 0] : tensor<4x7x9xf32> -> tensor<5x7x9xf32>
  func.return
}
