// RUN: round-trip %s

func.func @main(%p: tensor<5x40xui8>, %c: tensor<256xf32>) {
  %x = ncnn.lookup %p, %c : tensor<5x40xui8>, tensor<256xf32> -> tensor<5x40xf32>
  func.return
}
