// RUN: round-trip %s

func.func @main(%x: tensor<5xf32>, %t: tensor<9x4xf32>, %b: tensor<4xf32>, %y: tensor<5x4xf32>, %q: tensor<9x4xi8>, %s: tensor<1xf32>, %h: tensor<9x4xf16>, %p: tensor<9x4xui8>, %c: tensor<256xf32>) {
  %0 = kernel.gather_rows ins(%x, %t : tensor<5xf32>, tensor<9x4xf32>) outs(%y : tensor<5x4xf32>) -> tensor<5x4xf32>
  %1 = kernel.gather_rows ins(%x, %t, %b : tensor<5xf32>, tensor<9x4xf32>, tensor<4xf32>) outs(%y : tensor<5x4xf32>) -> tensor<5x4xf32>
  %2 = kernel.gather_rows ins(%x, %q, %s, %b : tensor<5xf32>, tensor<9x4xi8>, tensor<1xf32>, tensor<4xf32>) outs(%y : tensor<5x4xf32>) -> tensor<5x4xf32>
  %3 = kernel.gather_rows ins(%x, %h : tensor<5xf32>, tensor<9x4xf16>) outs(%y : tensor<5x4xf32>) -> tensor<5x4xf32>
  %4 = kernel.gather_rows ins(%x, %p, %c, %b : tensor<5xf32>, tensor<9x4xui8>, tensor<256xf32>, tensor<4xf32>) outs(%y : tensor<5x4xf32>) -> tensor<5x4xf32>
  func.return
}
