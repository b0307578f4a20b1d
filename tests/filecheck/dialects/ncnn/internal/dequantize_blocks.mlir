// RUN: round-trip %s

func.func @main(%q: tensor<5x20xi8>, %s: tensor<5x2xf32>, %r: tensor<3x30xi8>, %t: tensor<3x1xf32>, %w: tensor<5x10xi8>, %f: tensor<5x1xf32>) {
  %x = ncnn.dequantize_blocks %q, %s bits 4 size 32 : tensor<5x20xi8>, tensor<5x2xf32> -> tensor<5x40xf32>
  %y = ncnn.dequantize_blocks %r, %t bits 6 size 64 : tensor<3x30xi8>, tensor<3x1xf32> -> tensor<3x40xf32>
  %whole = ncnn.dequantize_blocks %w, %f bits 8 size 12 : tensor<5x10xi8>, tensor<5x1xf32> -> tensor<5x10xf32>
  func.return
}
